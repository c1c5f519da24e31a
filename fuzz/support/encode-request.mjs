/** A generated request as it is sent, with ids and keys filled in. */
export function fillIn(request, knownIds, callers) {
  const { method, path, query, credentials, userAgent, headers, body } = request;
  const caller = callers[credentials.caller];
  const authorization = caller
    ? `Basic ${Buffer.from(`${caller.key}:`).toString('base64')}`
    : credentials.header;
  // The account in the path is resolved first: the other ids are chosen from what it has.
  const [, prefix = '', rest] = /^(\/accounts\/«\w+:\d+»(?=\/))?(.*)$/s.exec(path);
  const filledPrefix = knownIds.fill(prefix);
  const account = filledPrefix.split('/')[2] ?? caller?.account.id;
  return {
    method,
    target: `/v1${filledPrefix}${knownIds.fill(rest + query, account)}`,
    headers: [
      ...(headers.some(([name]) => name === 'Host') ? [] : [['Host', 'localhost']]),
      ['Authorization', authorization],
      ['User-Agent', userAgent],
      ['Content-Type', body?.type],
      ...headers,
    ].filter(([, value]) => value !== undefined),
    body: body && bytesOf(body, (text) => knownIds.fill(text, account)),
  };
}

const bytesOf = ({ text, latin1 }, fill) =>
  text === undefined ? Buffer.from(latin1, 'latin1') : Buffer.from(fill(text));

export function encodeRequest({ method, target, headers, body }) {
  const hasLength = headers.some(([name]) => /^(content-length|transfer-encoding)$/i.test(name));
  const length = body === undefined || hasLength ? [] : [['Content-Length', String(body.length)]];
  const lines = [...headers, ...length].map(([name, value]) => `${name}: ${value}\r\n`).join('');
  const isChunked = headers.some(
    ([name, value]) => /^transfer-encoding$/i.test(name) && /chunked$/.test(value),
  );
  // Headers are encoded as Latin-1, which is how servers read them, and the target as UTF-8.
  return Buffer.concat([
    Buffer.from(`${method} ${target} HTTP/1.1\r\n`),
    Buffer.from(`${lines}\r\n`, 'latin1'),
    ...(isChunked ? chunksOf(body ?? Buffer.alloc(0)) : [body ?? Buffer.alloc(0)]),
  ]);
}

const lastChunk = Buffer.from('0\r\n\r\n');

const chunksOf = (body) =>
  body.length === 0
    ? [lastChunk]
    : [Buffer.from(`${body.length.toString(16)}\r\n`), body, Buffer.from('\r\n'), lastChunk];

// oxlint-disable-next-line no-control-regex -- matches control characters on purpose
const control = /[\u0000-\u001f\u007f]/;
const framing = /^(content-length|transfer-encoding|expect|upgrade|x-long)$|[^\w-]|^$/i;

/** Whether the server could disagree with us about where the request ends. */
export const isAmbiguous = ({ method, target, headers, body }) =>
  !/^[A-Z]+$/.test(method) ||
  target.includes(' ') ||
  control.test(target) ||
  (method === 'TRACE' && body !== undefined) ||
  headers.some(([name, value]) => framing.test(name) || control.test(value));
