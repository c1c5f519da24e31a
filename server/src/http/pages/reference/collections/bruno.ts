import { zipSync, strToU8 } from 'fflate';
import type { ApiDescription, OperationGroup } from '../model.js';
import { groupId } from '../page-facts.js';
import { bruFile, dictionary, exampleBlock, textBlock } from './bru-file.js';
import {
  commonHeaders,
  formatOf,
  introductionOf,
  requestsOf,
  titleOf,
  variablesOf,
  type CollectionRequest,
  type RequestValue,
} from './collection-request.js';

/** A folder that Bruno opens as a collection, in a ZIP file. The same API gives the same bytes. */
export function brunoCollection(api: ApiDescription): Uint8Array {
  const folder = `regrove-${api.revision}`;
  const files = Object.entries(filesOf(api)).map(
    ([name, text]) => [`${folder}/${name}`, strToU8(text)] as const,
  );
  // The first day that ZIP files know. It is written as local time: so it is the same in every time zone.
  return zipSync(Object.fromEntries(files), { mtime: new Date(1980, 0, 1), level: 9 });
}

const filesOf = (api: ApiDescription): Record<string, string> => ({
  'bruno.json': `${JSON.stringify({ version: '1', name: titleOf(api), type: 'collection' }, null, 2)}\n`,
  'collection.bru': bruFile([
    dictionary(
      'headers',
      commonHeaders(api).map(({ name, value }) => [name, value]),
    ),
    dictionary('auth', [['mode', 'bearer']]),
    dictionary('auth:bearer', [['token', '{{apiKey}}']]),
    textBlock('docs', introductionOf(api)),
  ]),
  // Bruno keeps secret variables apart, and out of files that people share.
  'environments/Regrove.bru': bruFile([
    dictionary(
      'vars',
      variablesOf(api).map(({ name, value }) => [name, value]),
    ),
    'vars:secret [\n  apiKey\n]',
  ]),
  ...Object.fromEntries(api.groups.flatMap(filesOfGroup)),
});

const filesOfGroup = (
  { name, description, operations }: OperationGroup,
  position: number,
): [name: string, text: string][] => [
  [
    `${groupId(name)}/folder.bru`,
    bruFile([
      dictionary('meta', [
        ['name', name],
        ['seq', String(position + 1)],
      ]),
      dictionary('auth', [['mode', 'inherit']]),
      textBlock('docs', description),
    ]),
  ],
  ...operations
    .flatMap(requestsOf)
    .map((request, index): [string, string] => [
      `${groupId(name)}/${request.id}.bru`,
      requestFile(request, index + 1),
    ]),
];

function requestFile(request: CollectionRequest, position: number): string {
  const { name, method, path, description, pathValues, query, headers, body, answer } = request;
  const verb = method.toLowerCase();
  const mode = modeOf(body?.mediaType);
  const sent = query.filter(({ isSent }) => isSent).map((one) => `${one.name}=${one.value}`);
  const address = `{{baseUrl}}${path.replaceAll(/\{(\w+)\}/g, ':$1')}`;
  const url = address + (sent.length > 0 ? `?${sent.join('&')}` : '');
  return bruFile([
    dictionary('meta', [
      ['name', name],
      ['type', 'http'],
      ['seq', String(position)],
    ]),
    dictionary(verb, [
      ['url', url],
      ['body', mode],
      ['auth', 'inherit'],
    ]),
    dictionary('params:query', query.map(entryOf)),
    dictionary('params:path', pathValues.map(entryOf)),
    dictionary('headers', [
      ...headers.map(entryOf),
      ...(body ? [['Content-Type', body.mediaType] as const] : []),
    ]),
    body && textBlock(`body:${mode}`, body.example),
    description === '' ? undefined : textBlock('docs', description),
    exampleBlock({ url, method: verb, mode, body: body?.example, answer }),
  ]);
}

const entryOf = ({ name, value, isSent }: RequestValue): [string, string] => [
  `${isSent ? '' : '~'}${name}`,
  value,
];

/** Bruno's name of a kind of body. */
function modeOf(mediaType: string | undefined): 'none' | 'json' | 'xml' | 'text' {
  if (mediaType === undefined) return 'none';
  const format = formatOf(mediaType);
  return format === 'json' || format === 'xml' ? format : 'text';
}
