import { createHash } from 'node:crypto';
import type { ApiDescription } from '../model.js';
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

const schema = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json';

/** A collection in Postman's format 2.1, which other programs can import, too. */
export const postmanCollection = (api: ApiDescription): object => ({
  info: {
    _postman_id: idOf(`${api.baseUrl} ${api.revision}`),
    name: titleOf(api),
    description: introductionOf(api),
    schema,
  },
  auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{apiKey}}', type: 'string' }] },
  variable: [...variablesOf(api), { name: 'apiKey', value: '' }].map(({ name, value }) => ({
    key: name,
    value,
    type: 'string',
  })),
  item: api.groups.map(({ name, description, operations }) => ({
    name,
    description,
    item: operations.flatMap(requestsOf).map((request) => itemOf(api, request)),
  })),
});

/** Postman offers to replace a collection with the same id when it is imported again. */
function idOf(text: string): string {
  const digits = createHash('sha256').update(text).digest('hex');
  // The version and variant of an id that is made of a hash.
  return `${digits.slice(0, 8)}-${digits.slice(8, 12)}-8${digits.slice(13, 16)}-8${digits.slice(17, 20)}-${digits.slice(20, 32)}`;
}

function itemOf(api: ApiDescription, { name, answer, ...rest }: CollectionRequest): object {
  const request = requestOf(api, rest);
  return {
    name,
    request,
    response: [
      {
        name: '200',
        originalRequest: request,
        status: 'OK',
        code: 200,
        _postman_previewlanguage: 'json',
        header: [{ key: 'Content-Type', value: 'application/json; charset=utf-8' }],
        cookie: [],
        body: JSON.stringify(answer, null, 2),
      },
    ],
  };
}

function requestOf(
  api: ApiDescription,
  { method, path, description, pathValues, query, headers, body }: Omit<CollectionRequest, 'name' | 'answer'>,
): object {
  const steps = path
    .slice(1)
    .split('/')
    .map((step) => step.replace(/^\{(\w+)\}$/, ':$1'));
  const sent = query.filter(({ isSent }) => isSent).map(({ name, value }) => `${name}=${value}`);
  return {
    method,
    header: [
      ...commonHeaders(api).map(({ name, value }) => ({ key: name, value })),
      ...headers.map(entryOf),
      ...(body ? [{ key: 'Content-Type', value: body.mediaType }] : []),
    ],
    ...(body && {
      body: { mode: 'raw', raw: body.example, options: { raw: { language: languageOf(body.mediaType) } } },
    }),
    url: {
      raw: ['{{baseUrl}}', ...steps].join('/') + (sent.length > 0 ? `?${sent.join('&')}` : ''),
      host: ['{{baseUrl}}'],
      path: steps,
      query: query.map(entryOf),
      variable: pathValues.map(({ name, value, meaning }) => ({ key: name, value, description: meaning })),
    },
    description,
  };
}

const entryOf = ({ name, value, isSent, meaning }: RequestValue): object => ({
  key: name,
  value,
  description: meaning,
  ...(!isSent && { disabled: true }),
});

/** How Postman colours it. */
const languageOf = (mediaType: string): string => {
  const format = formatOf(mediaType);
  return format === 'json' || format === 'xml' ? format : 'text';
};
