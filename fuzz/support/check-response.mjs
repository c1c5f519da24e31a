import { URLSearchParams } from 'node:url';
import { contractOf } from '../../server/test/support/openapi-contract.mjs';

/** Returns what is wrong with a response, or nothing. */
export function createResponseCheck(documents) {
  const contracts = new Map(
    Object.entries(documents).map(([revision, document]) => [revision, contractOf(document)]),
  );

  return (sent, answer, changed) => {
    if (answer.lost) return { problem: answer.lost };
    const { status, headers } = answer;
    if (status >= 500) return { problem: `answered with ${status}: ${answer.text}` };
    if (![200, 400, 401, 403, 404, 429].includes(status)) return { problem: `answered with ${status}` };
    if (headers.get('content-type') !== 'application/json; charset=utf-8')
      return { problem: `${status} is of type ${headers.get('content-type')}` };
    const isDone = status === 200;
    if (changed.length > 0 && (!isDone || sent.method === 'GET'))
      return { problem: `answered with ${status} and changed something: ${changed.join(', ')}` };
    if (sent.method === 'HEAD') return isDone ? { problem: 'there is no HEAD' } : {};
    let body;
    try {
      body = JSON.parse(answer.text);
    } catch {
      return { problem: `${status} is not JSON: ${answer.text.slice(0, 200)}` };
    }
    if (!isDone && !isError(body, status))
      return { problem: `${status} has not the shape of errors: ${answer.text}` };
    const contract = contracts.get(headers.get('api-revision')) ?? [...contracts.values()][0];
    const path = plainPath(sent.target);
    const template = contract.templateOf(sent.method, path);
    if (isDone && template === undefined) return { problem: `the document has no ${sent.method} ${path}` };
    const ignored = isDone && contract.unknownParameter(sent.method, template, queryNames(sent.target));
    if (ignored) return { problem: `answered with 200 and ignored the query parameter ${ignored}` };
    try {
      contract.check(sent.method, path, status, body);
    } catch (error) {
      return { problem: error.message };
    }
    return { template, body: isDone ? body : undefined };
  };
}

const queryNames = (target) => [
  ...new URLSearchParams(target.split('#')[0].split('?').slice(1).join('?')).keys(),
];

/** The path as the router reads it. */
const plainPath = (target) =>
  target
    .split(/[?#;]/)[0]
    .replace(/^\/v1/, '')
    .replaceAll(/\/{2,}/g, '/')
    .replace(/(?<=.)\/$/, '');

/** What the import of jobs also says when it refuses a file. */
const ofImports = ['created', 'unchanged', 'customers_created', 'errors'];

const isError = ({ code, error, ...others }, status) =>
  code === status &&
  typeof error === 'string' &&
  (Object.keys(others).length === 0 || Object.keys(others).join() === ofImports.join());
