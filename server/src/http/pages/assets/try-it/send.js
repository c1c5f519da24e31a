/* global AbortController, Blob, fetch, navigator, performance, TextDecoder, URLSearchParams */

const maxShownBytes = 1_048_576;
const maxFileBytes = 67_108_864;

/** Only to this server, without the cookies of a dashboard that is open in the same browser, and without a trace in caches. */
const safely = {
  mode: 'same-origin',
  credentials: 'omit',
  cache: 'no-store',
  redirect: 'error',
  referrerPolicy: 'no-referrer',
};

const authorization = (key) => ({ Authorization: `Bearer ${key}` });

/** What to send. `values` has the texts of the fields by name, `account` may be empty. */
export function requestOf({ method, path, fields }, { values, account, body, accept }, { key, revision }) {
  const filledIn = (place) =>
    fields
      .filter((field) => field.place === place && values.get(field.name))
      .map(({ name }) => [name, values.get(name)]);
  const own = path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(values.get(name)));
  const query = new URLSearchParams(filledIn('query')).toString();
  const below = account ? `/accounts/${encodeURIComponent(account)}` : '';
  return {
    url: `/v1${below}${own}${query && `?${query}`}`,
    init: {
      method,
      headers: {
        ...authorization(key),
        'API-Revision': revision,
        // Chromium sends its own. The server takes it from this page.
        'User-Agent': `Regrove-Reference/${revision}`,
        Accept: accept,
        ...Object.fromEntries(filledIn('header')),
        ...(body && { 'Content-Type': body.mediaType }),
      },
      ...(body && { body: body.text }),
    },
  };
}

/** Sends the request. `result` is what came back, or why nothing came; it never fails. `stop` ends it. */
export function send({ url, init }) {
  const controller = new AbortController();
  const started = performance.now();
  const answer = async () => {
    const response = await fetch(url, { ...init, ...safely, signal: controller.signal });
    const type = response.headers.get('content-type') ?? '';
    return { response, type, ...(await readBody(response, type)) };
  };
  const failure = () => {
    if (controller.signal.aborted) return { failure: 'stopped' };
    return { failure: navigator.onLine ? 'network' : 'offline' };
  };
  return {
    result: answer()
      .catch(failure)
      .then((outcome) => ({ ...outcome, ms: Math.round(performance.now() - started) })),
    stop: () => controller.abort(),
  };
}

/** A text up to the length that can be shown, or a file. */
async function readBody(response, type) {
  const isText = /^text\/|[/+-](?:ndjson|json|xml)\b/.test(type) || type === '';
  const most = isText ? maxShownBytes : maxFileBytes;
  const parts = [];
  let bytes = 0;
  const reader = response.body?.getReader();
  for (let read = await reader?.read(); read && !read.done; read = await reader.read()) {
    parts.push(read.value);
    bytes += read.value.length;
    if (bytes > most) {
      await reader.cancel();
      break;
    }
  }
  const content = new Blob(parts).slice(0, most);
  const isCut = bytes > most;
  if (!isText) return { bytes, isCut, file: content };
  // A character that was cut in two is left out.
  return { bytes, isCut, text: new TextDecoder().decode(await content.arrayBuffer(), { stream: isCut }) };
}

/** Without the header API-Revision, the answer has the revision that the key is pinned to: even if it is a refusal. */
export async function pinnedRevision(key) {
  try {
    const response = await fetch('/v1/account', { ...safely, headers: authorization(key) });
    await response.body?.cancel();
    return response.headers.get('api-revision') ?? undefined;
  } catch {
    return undefined;
  }
}
