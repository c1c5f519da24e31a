const headEnd = Buffer.from('\r\n\r\n');

/** The response at the start of the received bytes, or undefined while it is incomplete. */
export function parseResponse(bytes, { method, hasEnded }) {
  const end = bytes.indexOf(headEnd);
  if (end < 0) return undefined;
  const [statusLine, ...lines] = bytes.subarray(0, end).toString('latin1').split('\r\n');
  const status = Number(statusLine.split(' ')[1]);
  const rest = bytes.subarray(end + headEnd.length);
  // An informational response such as 100 is not the final one.
  if (status < 200) return parseResponse(rest, { method, hasEnded });
  const headers = new Map();
  for (const line of lines) {
    const colon = line.indexOf(':');
    const [name, value] = [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
    headers.set(name, headers.has(name) ? `${headers.get(name)}, ${value}` : value);
  }
  const body = method === 'HEAD' ? Buffer.alloc(0) : readBody(rest, headers, hasEnded);
  return body && { status, headers, text: body.toString('utf8') };
}

function readBody(rest, headers, hasEnded) {
  if (headers.get('transfer-encoding') === 'chunked') return readChunks(rest);
  const length = headers.get('content-length');
  if (length === undefined) return hasEnded ? rest : undefined;
  return rest.length < Number(length) ? undefined : rest.subarray(0, Number(length));
}

function readChunks(bytes) {
  const parts = [];
  for (let at = 0; ;) {
    const lineEnd = bytes.indexOf('\r\n', at);
    if (lineEnd < 0) return undefined;
    const size = Number.parseInt(bytes.subarray(at, lineEnd).toString('latin1'), 16);
    const from = lineEnd + 2;
    if (bytes.length < from + size + 2) return undefined;
    if (size === 0) return Buffer.concat(parts);
    parts.push(bytes.subarray(from, from + size));
    at = from + size + 2;
  }
}
