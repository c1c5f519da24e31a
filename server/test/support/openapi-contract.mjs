import { Ajv2020 } from 'ajv/dist/2020.js';

/**
 * Checks responses against an OpenAPI document. It is interpreted more strictly than it promises, so that fields it
 * does not mention are detected.
 */
export function contractOf(given) {
  const document = JSON.parse(JSON.stringify(given));
  for (const schema of Object.values(document.components.schemas)) {
    if (schema.type === 'object') schema.additionalProperties = false;
  }
  const ajv = new Ajv2020({ strict: false });
  ajv.addFormat('uuid', /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
  ajv.addFormat('date-time', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
  ajv.addFormat('date', /^\d{4}-\d\d-\d\d$/);
  ajv.addSchema(document, 'api');

  const operations = Object.entries(document.paths)
    .map(([template, methods]) => ({
      template,
      methods: Object.keys(methods),
      matches: new RegExp(`^${template.replaceAll(/\{\w+\}/g, '[^/]+')}/?$`),
      plainLength: template.replaceAll(/\{\w+\}/g, '').length,
    }))
    // The longest template is the most specific: /accounts/{id} must not match /accounts/{account_id}/users.
    .sort((a, b) => b.plainLength - a.plainLength);
  const compiled = new Map();

  const templateOf = (method, path) =>
    operations.find(
      ({ matches, methods }) => matches.test(path.split('?')[0]) && methods.includes(method.toLowerCase()),
    )?.template;

  /** Throws if the response does not conform to the document. Ignores paths that the document does not have. */
  const check = (method, path, status, body) => {
    const template = templateOf(method, path);
    if (template === undefined) return;
    const verb = method.toLowerCase();
    const response = document.paths[template][verb].responses[String(status)];
    if (!response) throw new Error(`${method} ${template}: ${status} is not in the OpenAPI document`);
    const own = `${pointerTo('paths', template, verb)}/responses/${status}`;
    const place = response.$ref ? response.$ref.slice(1) : own;
    const validate =
      compiled.get(place) ?? ajv.compile({ $ref: `api#${place}/content/application~1json/schema` });
    compiled.set(place, validate);
    if (!validate(body)) {
      const errors = ajv.errorsText(validate.errors);
      throw new Error(`${method} ${template} ${status} breaks the OpenAPI document: ${errors}`);
    }
  };

  /** The first of these names that is not a query parameter of the operation. */
  const unknownParameter = (method, template, names) => {
    const { parameters } = document.paths[template][method.toLowerCase()];
    const known = parameters
      .map((parameter) => (parameter.$ref ? resolve(document, parameter.$ref) : parameter))
      .filter((parameter) => parameter.in === 'query');
    return names.find((name) => !known.some((parameter) => parameter.name === name));
  };

  return { templateOf, check, unknownParameter };
}

const resolve = (document, reference) =>
  reference
    .slice(2)
    .split('/')
    .reduce((part, step) => part[step], document);

const pointerTo = (...parts) =>
  parts.map((part) => `/${encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))}`).join('');
