import type { ApiDescription, Operation } from '../model.js';
import { literal, notations } from './literal.js';
import { exampleHeaders, examplePath, exampleQuery } from './example-request.js';

export function pythonSample(operation: Operation): string {
  const query = exampleQuery(operation);
  const given = [
    `f"{base}${examplePath(operation)}"`,
    ...(Object.keys(query).length > 0
      ? [`params=${literal(query, notations.python, '  ', '  params=,')}`]
      : []),
    ...(operation.request
      ? [`json=${literal(operation.request.example, notations.python, '  ', '  json=,')}`]
      : []),
  ];
  const call = `regrove.${operation.method.toLowerCase()}`;
  return given.length === 1
    ? `answer = ${call}(${given.join('')}).json()`
    : `answer = ${call}(\n${given.map((part) => `  ${part},\n`).join('')}).json()`;
}

/** The start of a program: defines `regrove` and `base` for all other samples. */
export const pythonSetup = (api: ApiDescription): string =>
  [
    'import os',
    'import requests',
    '',
    `base = ${literal(api.baseUrl, notations.python)}`,
    'regrove = requests.Session()',
    'regrove.auth = (os.environ["REGROVE_KEY"], "")',
    ...Object.entries(exampleHeaders(api)).map(
      ([name, value]) =>
        `regrove.headers[${literal(name, notations.python)}] = ${literal(value, notations.python)}`,
    ),
  ].join('\n');
