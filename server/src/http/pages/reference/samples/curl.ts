import type { ApiDescription, Operation } from '../model.js';
import { literal, notations } from './literal.js';
import { exampleHeaders, examplePath, exampleQuery } from './example-request.js';

const shellQuoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

export function curlSample(api: ApiDescription, operation: Operation): string {
  const query = new URLSearchParams(exampleQuery(operation)).toString();
  const url = api.baseUrl + examplePath(operation) + (query && `?${query}`);
  const { 'User-Agent': userAgent, ...headers } = exampleHeaders(api);
  const isPlain = operation.method === 'GET' || (operation.method === 'POST' && operation.request);
  return [
    `curl ${isPlain ? '' : `-X ${operation.method} `}${query ? shellQuoted(url) : url}`,
    '-u "$REGROVE_KEY:"',
    ...(userAgent === undefined ? [] : [`-A ${shellQuoted(userAgent)}`]),
    ...Object.entries(headers).map(([name, value]) => `-H ${shellQuoted(`${name}: ${value}`)}`),
    ...(operation.request
      ? [
          `-H ${shellQuoted('Content-Type: application/json')}`,
          `-d ${shellQuoted(literal(operation.request.example, notations.json, '  ', '  -d  '))}`,
        ]
      : []),
  ].join(' \\\n  ');
}
