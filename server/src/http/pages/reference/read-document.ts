import { describeConstraints, describeType } from './field-descriptions.js';
import type { ApiDescription, Body, Failure, Field, Operation, TextBody } from './model.js';
import type {
  OpenApiDocument,
  OpenApiOperation,
  OpenApiParameter,
  OpenApiResponse,
  Reference,
  Schema,
} from './open-api.js';

/** Every path also exists below this prefix. The page explains this once instead of listing them again. */
export const accountPrefix = '/accounts/{account_id}';

/** Converts an OpenAPI document for the page. The document mentions the required User-Agent only in prose. */
export function readDocument(source: object, requiresUserAgent: boolean): ApiDescription {
  const document = source as OpenApiDocument;
  const listed = Object.entries(document.paths)
    .filter(([path]) => !path.startsWith(`${accountPrefix}/`))
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({
        path,
        method: method.toUpperCase(),
        operation,
      })),
    );
  const isCommon = (name: string): boolean =>
    listed.every(({ operation }) => parametersOf(document, operation).some((one) => one.name === name));
  const first = listed[0]?.operation;
  const common = first ? parametersOf(document, first).filter(({ name }) => isCommon(name)) : [];
  const exampleIds = new Map(
    listed
      .filter(({ method }) => method === 'GET')
      .map(({ path, operation }) => [collectionOf(path), idIn(answerOf(document, operation).example)]),
  );

  const readOperation = ({ path, method, operation }: (typeof listed)[number]): Operation => {
    const request = operation.requestBody?.content['application/json'];
    const exampleId = exampleIds.get(collectionOf(path)) ?? '';
    return {
      id: operation.operationId,
      method,
      path,
      summary: operation.summary,
      parameters: parametersOf(document, operation)
        .filter(({ name }) => !common.some((shared) => shared.name === name))
        .map((parameter) => ({
          ...fieldOfParameter(parameter),
          place: parameter.in,
          options: (parameter.schema.enum ?? []).map(String),
        })),
      request: request && bodyOf(document, request.schema, request.example),
      otherBodies: otherBodiesOf(operation),
      answer: answerOf(document, operation),
      answerTypes: Object.keys(contentOfAnswer(document, operation) ?? {}),
      exampleId,
    };
  };

  return {
    revision: document.info.version,
    baseUrl: document.servers[0]?.url ?? '',
    groups: document.tags.map(({ name, description = '' }) => ({
      name,
      description,
      operations: listed.filter(({ operation }) => operation.tags.includes(name)).map(readOperation),
    })),
    commonParameters: common.map(fieldOfParameter),
    failures: first ? failuresOf(document, first) : [],
    requiresUserAgent,
  };
}

/** The path of the list that a path belongs to. */
const collectionOf = (path: string): string => path.split('/{')[0] ?? path;

function idIn(example: unknown): string | undefined {
  const one: unknown = Array.isArray(example) ? example[0] : example;
  const { id } = (one ?? {}) as { id?: unknown };
  return typeof id === 'string' ? id : undefined;
}

function resolve<T extends object>(document: OpenApiDocument, value: T | Reference): T {
  const { $ref } = value as Partial<Reference>;
  if ($ref === undefined) return value as T;
  const way = $ref.replace('#/', '').split('/');
  return way.reduce<unknown>((part, step) => (part as Record<string, unknown>)[step], document) as T;
}

const parametersOf = (document: OpenApiDocument, { parameters = [] }: OpenApiOperation): OpenApiParameter[] =>
  parameters.map((parameter) => resolve<OpenApiParameter>(document, parameter));

const fieldOfParameter = ({ name, required = false, description = '', schema }: OpenApiParameter): Field => ({
  name,
  type: describeType(schema, () => 'value'),
  isRequired: required,
  bounds: describeConstraints(schema),
  meaning: description === '' ? '' : description.replace(/\.?$/, '.'),
});

/** Those with an example. Others are further names of the same formats. */
const otherBodiesOf = ({ requestBody }: OpenApiOperation): TextBody[] =>
  Object.entries(requestBody?.content ?? {}).flatMap(([mediaType, { example }]) =>
    mediaType !== 'application/json' && typeof example === 'string' ? [{ mediaType, example }] : [],
  );

const contentOfAnswer = (
  document: OpenApiDocument,
  { responses }: OpenApiOperation,
): OpenApiResponse['content'] =>
  resolve<OpenApiResponse>(document, responses['200'] ?? { description: '' }).content;

function answerOf(document: OpenApiDocument, operation: OpenApiOperation): Body {
  const content = contentOfAnswer(document, operation)?.['application/json'];
  return content
    ? bodyOf(document, content.schema, content.example)
    : { fields: [], isList: false, example: undefined };
}

function bodyOf(document: OpenApiDocument, schema: Schema, example: unknown): Body {
  const isList = schema.items !== undefined;
  const item = schema.items ?? schema;
  return {
    fields: fieldsOf(document, item, ''),
    isList,
    example,
  };
}

/** The fields of a schema, each followed by its nested fields. Fields that a request ignores are left out. */
function fieldsOf(document: OpenApiDocument, reference: Schema, prefix: string): Field[] {
  const { properties = {}, required = [] } = resolve<Schema>(document, reference);
  const writable = Object.entries(properties).filter(([, { readOnly }]) => readOnly !== true);
  return writable.flatMap(([name, field]) => {
    const schema = resolve<Schema>(document, field);
    const own: Field = {
      name: prefix + name,
      type: describeType(schema, (item) => (item.$ref ? 'object' : describeType(item, () => 'value'))),
      isRequired: required.includes(name),
      bounds: describeConstraints(schema),
      meaning: field.description ?? schema.description ?? '',
    };
    if (schema.properties) return [own, ...fieldsOf(document, field, `${prefix}${name}.`)];
    return schema.items?.$ref ? [own, ...fieldsOf(document, schema.items, `${prefix}${name}[].`)] : [own];
  });
}

const failuresOf = (document: OpenApiDocument, { responses }: OpenApiOperation): Failure[] =>
  Object.entries(responses)
    .filter(([status]) => Number(status) >= 400)
    .map(([status, reference]) => {
      const { description, content } = resolve<OpenApiResponse>(document, reference);
      return { status: Number(status), description, example: content?.['application/json']?.example };
    });
