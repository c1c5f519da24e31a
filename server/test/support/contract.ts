import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { openApiDocument } from '../../src/http/openapi/document.js';
import { routeGroups } from '../../src/http/routes/index.js';

// The document is read as the loose JSON that it is.
// eslint-disable-next-line @typescript-eslint/no-explicit-any
type Document = any;

/** Checks an answer against the OpenAPI document that the server gives out. */
type Contract = (method: string, path: string, status: number, body: unknown) => void;

const contracts = new Map<string, Contract>();

/** Every answer that a test sees is held against this, so that the document cannot drift from the server. */
export function contractOf(revision: string): Contract {
  const contract = contracts.get(revision) ?? load(revision);
  contracts.set(revision, contract);
  return contract;
}

function load(revision: string): Contract {
  const document: Document = structuredClone(
    openApiDocument(revision, routeGroups, 'https://regrove.example'),
  );
  for (const schema of Object.values<Document>(document.components.schemas)) {
    // Stricter than the document promises, so that a field which it does not name is noticed.
    if (schema.type === 'object') schema.additionalProperties = false;
  }
  const ajv = new Ajv2020({ strict: false });
  ajv.addFormat('uuid', /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
  ajv.addFormat('date-time', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
  ajv.addSchema(document, 'api');

  const operations = Object.entries<Document>(document.paths).map(([template, methods]) => ({
    template,
    methods: Object.keys(methods as object),
    matches: new RegExp(`^${template.replaceAll(/\{\w+\}/g, '[^/]+')}/?$`),
  }));
  const compiled = new Map<string, ValidateFunction>();
  return (method, path, status, body) => {
    const [plain = ''] = path.split('?');
    const verb = method.toLowerCase();
    // The longest template is the closest: /accounts/{id} is not what /accounts/{account_id}/users is about.
    const operation = operations
      .filter(({ matches, methods }) => matches.test(plain) && methods.includes(verb))
      .sort(
        (a, b) => b.template.replaceAll(/\{\w+\}/g, '').length - a.template.replaceAll(/\{\w+\}/g, '').length,
      )[0];
    if (!operation) return;
    const pointer = `${pointerTo('paths', operation.template, verb)}/responses/${String(status)}`;
    const response: Document = document.paths[operation.template][verb].responses[String(status)];
    if (!response) throw new Error(`${method} ${plain}: ${String(status)} is not in the OpenAPI document`);
    const place = response.$ref ? String(response.$ref).slice(1) : pointer;
    const validate =
      compiled.get(place) ?? ajv.compile({ $ref: `api#${place}/content/application~1json/schema` });
    compiled.set(place, validate);
    if (!validate(body)) {
      throw new Error(
        `${method} ${plain} ${String(status)} breaks the OpenAPI document: ${ajv.errorsText(validate.errors)}`,
      );
    }
  };
}

const pointerTo = (...parts: string[]): string =>
  parts.map((part) => `/${encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))}`).join('');
