import fc from 'fast-check';
import { bodiesFor } from './bodies.mjs';
import { hostileSegment, unusualText } from './hostile-values.mjs';
import { idOf, valueOf } from './values.mjs';
import { credentials, headers, userAgent } from './headers.mjs';
import { kindOfPath } from './known-ids.mjs';
import { mostly } from './mostly.mjs';

const cursor = fc.oneof(
  fc.constantFrom('x', '', 'bnVsbA', '%00', 'WzEsMl0', 'W10', '=', '!!'),
  fc
    .tuple(
      fc.oneof(
        fc.maxSafeInteger(),
        fc.constantFrom(1e14, -1e14, 8.64e15, 1.5, null, '', 'name', '\u0000', '\ud800'),
      ),
      fc.oneof(fc.uuid(), fc.constantFrom('x', null, 1, '', 'a b')),
    )
    .map((key) => Buffer.from(JSON.stringify(key)).toString('base64url')),
);
const hostileQuery = fc.oneof(
  unusualText.map((text) => encodeURIComponent(text.toWellFormed())),
  fc.constantFrom(
    '%',
    '%zz',
    '%ff',
    '%c0%af',
    '1&1',
    '%00',
    '-1',
    '0',
    '1001',
    '1e2',
    '٣',
    '2026-02-30',
    '+',
    '1;2',
  ),
);

/** An encoded query with known, unknown and repeated names. */
function queryOf(parameters) {
  const declared = parameters.filter((parameter) => parameter.in === 'query');
  const pairs = declared.map(({ name, schema }) => {
    const usual =
      name === 'cursor' ? cursor : valueOf(schema, {}, name).map((value) => encodeURIComponent(value));
    return mostly(usual, hostileQuery, 4).map((value) => `${name}=${value}`);
  });
  const odd = fc.oneof(
    fc.constantFrom(
      '&',
      '=',
      'a',
      'a=b',
      'limit',
      '__proto__=1',
      'constructor[prototype]=1',
      'limit[]=1',
      '?',
      '%',
    ),
    hostileQuery.map((value) => `x=${value}`),
  );
  // Unknown and repeated names are refused, so most queries have neither: otherwise few would succeed.
  const one = pairs.length === 0 ? odd : mostly(fc.oneof(...pairs), odd);
  const size = { minLength: 1, maxLength: 3 };
  const some = mostly(
    fc.uniqueArray(one, { ...size, selector: (pair) => pair.split('=')[0] }),
    fc.array(one, size),
    6,
  );
  return fc
    .oneof(
      { withCrossShrink: true },
      { weight: pairs.length > 0 ? 3 : 12, arbitrary: fc.constant([]) },
      { weight: pairs.length > 0 ? 5 : 1, arbitrary: some },
    )
    .map((parts) => (parts.length === 0 ? '' : `?${parts.join('&')}`));
}

function pathOf(template) {
  const kind = kindOfPath(template);
  const segments = template.split('/').map((part) => {
    if (part === '{account_id}') return mostly(idOf('accounts'), hostileSegment);
    if (part === '{id}') return mostly(idOf(kind), hostileSegment);
    return fc.constant(part);
  });
  const path = fc.tuple(...segments).map((parts) => parts.join('/'));
  const bent = fc
    .tuple(path, fc.constantFrom('/', '//', '/x', '/.', '/..', '%20', '%00', '.json', '#x', '\\', ';a=b'))
    .map(([whole, end]) => whole + end);
  return mostly(path, bent, 30);
}

/** Any request to an operation of the document, before ids and keys are filled in. */
export function requestArbitrary(document) {
  const parameterOf = ({ $ref, ...own }) =>
    $ref ? document.components.parameters[$ref.split('/').at(-1)] : own;
  const operations = Object.entries(document.paths).flatMap(([template, methods]) =>
    Object.entries(methods).map(([verb, operation]) => {
      const method = verb.toUpperCase();
      const request = fc.record({
        operation: fc.constant(`${method} ${template}`),
        method: mostly(
          fc.constant(method),
          fc.constantFrom('PUT', 'HEAD', 'OPTIONS', 'TRACE', 'PROPFIND', 'DELETE', 'get', 'BREW'),
          60,
        ),
        path: pathOf(template),
        query: queryOf(operation.parameters.map(parameterOf)),
        credentials,
        userAgent,
        headers,
        body:
          method === 'GET'
            ? mostly(fc.constant(undefined), bodiesFor(operation, document), 30)
            : bodiesFor(operation, document),
      });
      // Creating is more frequent than deleting: otherwise there would be little to work on.
      const weight = { POST: 4, DELETE: 1 }[method] ?? 2;
      return {
        weight: template.startsWith('/accounts/{account_id}') ? weight : 2 * weight,
        arbitrary: request,
      };
    }),
  );
  return fc.oneof(...operations);
}
