/* global location, URL */
import { isJson, prettyPrint } from './exact-json.js';
import { createElement } from './create-element.js';

/** Headers that say something about the answer. Those of the connection do not. */
const headers = [
  'API-Revision',
  'X-Request-Id',
  'RateLimit-Limit',
  'RateLimit-Remaining',
  'RateLimit-Reset',
  'Retry-After',
  'Idempotent-Replayed',
  'Link',
  'Deprecation',
  'Sunset',
  'Content-Type',
];

/** Colours take an element for every value. Longer answers have none. */
const maxColouredLength = 60_000;

const size = (bytes) =>
  bytes < 1000
    ? `${bytes} bytes`
    : bytes < 1_000_000
      ? `${Math.round(bytes / 1000)} kB`
      : `${(bytes / 1_000_000).toFixed(1)} MB`;

const unsure = ' The server may have carried it out all the same: look before you send it again.';

/** Why there is no answer, in words. */
export function failureText(failure, isChange) {
  const what = {
    stopped: 'Stopped.',
    offline: 'This device is offline.',
    network: `No answer from ${location.host}: it cannot be reached, the connection broke, or something on the way sent the request elsewhere.`,
  }[failure];
  return what + (isChange ? unsure : '');
}

function bodyPart({ text, file, type, isCut, response }) {
  if (file) return isCut ? undefined : saveLink(file, type, response);
  const isStructured = isCut ? type.includes('json') : isJson(text);
  const pieces = isStructured ? prettyPrint(text) : [{ text, kind: '' }];
  const content =
    text.length > maxColouredLength
      ? [pieces.map((piece) => piece.text).join('')]
      : pieces.map((piece) =>
          piece.kind ? createElement('span', { class: `t-${piece.kind}` }, piece.text) : piece.text,
        );
  return createElement(
    'pre',
    { class: 'code', tabindex: '0', 'aria-label': 'Body of the answer' },
    createElement('code', {}, ...content),
  );
}

function saveLink(file, type, response) {
  const named = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1];
  const href = URL.createObjectURL(file.slice(0, file.size, type));
  return createElement(
    'p',
    { class: 'try-file' },
    createElement('a', { href, download: named ?? 'answer' }, `Save ${named ?? type}`),
  );
}

/** The answer as elements. `publicUrl` is where the API is said to be. */
export function answerParts(result, publicUrl) {
  const { response, bytes, isCut, file } = result;
  const known = headers.filter((name) => response.headers.has(name));
  const isOurs = response.headers.has('x-request-id');
  const notes = [
    isOurs
      ? undefined
      : `This answer does not come from the API: ${location.host} does not pass on requests to /v1. Open the reference at ${new URL('/docs', publicUrl).href}.`,
    isCut
      ? `Only ${file ? 'files of up to 64 MB can be saved here' : 'the first 1 MB is shown'}. Lists can be read in pages: see limit.`
      : undefined,
  ];
  return [
    ...notes.filter(Boolean).map((note) => createElement('p', { class: 'try-note' }, note)),
    createElement(
      'dl',
      { class: 'try-headers' },
      ...known.map((name) =>
        createElement(
          'div',
          {},
          createElement('dt', {}, name),
          createElement('dd', {}, response.headers.get(name)),
        ),
      ),
    ),
    bytes > 0 ? bodyPart(result) : undefined,
  ].filter(Boolean);
}

export const statusText = ({ response, ms, bytes }) =>
  `${[response.status, response.statusText].filter(Boolean).join(' ')} · ${ms} ms · ${size(bytes)}`;
