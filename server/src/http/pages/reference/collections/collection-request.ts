import type { ApiDescription, Operation, TextBody } from '../model.js';
import { operationNotes } from '../operation-notes.js';
import { operationsOf } from '../page-facts.js';
import { exampleQuery } from '../samples/example-request.js';

/** A request of a collection, whatever the format of the collection. */
export interface CollectionRequest {
  /** Unique in the collection. */
  readonly id: string;
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly description: string;
  readonly pathValues: readonly RequestValue[];
  readonly query: readonly RequestValue[];
  /** Its own ones, besides those of every request. */
  readonly headers: readonly RequestValue[];
  readonly body: TextBody | undefined;
  readonly answer: unknown;
}

/** A value in a request. Optional ones are listed, but not sent until somebody enables them. */
export interface RequestValue {
  readonly name: string;
  readonly value: string;
  readonly isSent: boolean;
  readonly meaning: string;
}

/** One for each format that the body may have. */
export function requestsOf(operation: Operation): CollectionRequest[] {
  const { id, summary, method, path, request, otherBodies, answer, parameters } = operation;
  const examples = exampleQuery(operation);
  const givenIn = (place: 'query' | 'header'): RequestValue[] =>
    parameters
      .filter((parameter) => parameter.place === place)
      .map(({ name, isRequired, options, meaning }) => ({
        name,
        value: examples[name] ?? options[0] ?? '',
        isSent: isRequired,
        meaning,
      }));
  const json: CollectionRequest = {
    id,
    name: summary,
    method,
    path,
    description: (operationNotes[id] ?? '').replaceAll('`', ''),
    pathValues: parametersIn(path).map((name) => ({
      name,
      value: `{{${variableOf(path, name)}}}`,
      isSent: true,
      meaning: parameters.find((parameter) => parameter.name === name)?.meaning ?? '',
    })),
    query: givenIn('query'),
    headers: givenIn('header'),
    body: request && { mediaType: 'application/json', example: JSON.stringify(request.example, null, 2) },
    answer: answer.example,
  };
  return [
    json,
    ...otherBodies.map((body) => ({
      ...json,
      id: `${id}-${formatOf(body.mediaType)}`,
      name: `${summary} (${formatOf(body.mediaType).toUpperCase()})`,
      body,
    })),
  ];
}

/** The last word of a media type: csv, ndjson, xml. */
export const formatOf = (mediaType: string): string => mediaType.replace(/^.*[/-]/, '');

const parametersIn = (path: string): string[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);

/**
 * The variable with the id of a resource, so that it is entered once for all requests about it: `deposit_id` for the `id` of
 * /deposits/{id}.
 */
function variableOf(path: string, parameter: string): string {
  if (parameter !== 'id') return parameter;
  const words = (path.split('/{')[0] ?? '').slice(1).replaceAll('/', '_');
  return `${words.replace(/(?<=x)es$|s$/, '')}_id`;
}

export interface Variable {
  readonly name: string;
  readonly value: string;
}

/** What a user sets once for the whole collection. Ids are examples. */
export const variablesOf = (api: ApiDescription): Variable[] => {
  const ids = new Map(
    operationsOf(api).flatMap(({ path, exampleId }) =>
      parametersIn(path).map((name) => [variableOf(path, name), exampleId] as const),
    ),
  );
  return [
    { name: 'baseUrl', value: api.baseUrl },
    ...(api.requiresUserAgent ? [{ name: 'userAgent', value: `Regrove-Collection/${api.revision}` }] : []),
    ...[...ids].toSorted().map(([name, value]) => ({ name, value })),
  ];
};

/** Sent with every request besides the key. With the revision, it does not matter to which one the key is pinned. */
export const commonHeaders = ({ revision, requiresUserAgent }: ApiDescription): Variable[] => [
  ...(requiresUserAgent ? [{ name: 'User-Agent', value: '{{userAgent}}' }] : []),
  { name: 'API-Revision', value: revision },
];

export const titleOf = ({ revision }: ApiDescription): string => `Regrove API ${revision}`;

export const introductionOf = (api: ApiDescription): string =>
  [
    `Every operation of the Regrove API, revision ${api.revision}.`,
    'Set the variable apiKey to your key. With the key of a sandbox, which begins with rg_test_, nothing that you try has consequences.',
    ...(api.requiresUserAgent
      ? ['Set userAgent to the name and version of your software, such as PrintDesk/1.2.3 (Vendor).']
      : []),
    'The variables that end with _id are examples: set those that you need to ids of your own.',
    `To act for an account below yours, set baseUrl to ${api.baseUrl}/accounts/ID.`,
  ].join('\n\n');
