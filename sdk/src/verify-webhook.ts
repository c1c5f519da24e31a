import { RegroveError } from './errors.js';
import type { DefaultRevision, Revision } from './shapes.js';
import type { EventType, WebhookEvent } from './webhook-event.js';

/** It was not sent by the server, not just now, or was changed on the way. `message` says what is wrong. */
export class WebhookVerificationError extends RegroveError {
  static {
    this.prototype.name = 'WebhookVerificationError';
  }
}

/** The headers of a request: a `Headers` object, or a record as Node's `request.headers`, in any case. */
export type WebhookHeaders =
  | { get(name: string): string | null }
  | Readonly<Record<string, string | readonly string[] | undefined>>;

export interface VerifyOptions {
  /** How old, or how far in the future, a request may be: 300 unless set. Protects against requests that are sent again. */
  readonly toleranceSeconds?: number | undefined;
}

const defaultToleranceSeconds = 300;

/* More than an endpoint ever has, so that a forged header cannot make us check hundreds. */
const maxSignatures = 16;

/**
 * Checks that a webhook comes from the server, and returns its event. Throws a `WebhookVerificationError` otherwise:
 * answer with 400 then.
 *
 * ```ts
 * const event = await verifyWebhook(await request.text(), request.headers, process.env.WEBHOOK_SECRET);
 * if (event.type === 'order.placed') console.log(event.data.object.id);
 * ```
 *
 * @param body The body as it was received, before anything parses it.
 * @param keys The endpoint's secret (`whsec_...`) or public key (`whpk_...`), or several: one of them must match.
 */
export async function verifyWebhook<R extends Revision = DefaultRevision>(
  body: string | Uint8Array | ArrayBuffer,
  headers: WebhookHeaders,
  keys: string | readonly string[],
  { toleranceSeconds = defaultToleranceSeconds }: VerifyOptions = {},
): Promise<WebhookEvent<EventType | 'test', R>> {
  const verifiers = (typeof keys === 'string' ? [keys] : keys).map(readKey);
  if (verifiers.length === 0) throw new TypeError('verifyWebhook needs a secret or a public key');
  const bytes = bytesOf(body);
  const id = required(headers, 'webhook-id');
  const timestamp = required(headers, 'webhook-timestamp');
  const signatures = required(headers, 'webhook-signature').split(/\s+/).slice(0, maxSignatures);
  requireRecent(timestamp, toleranceSeconds);

  const content = concat(new TextEncoder().encode(`${id}.${timestamp}.`), bytes);
  for (const { version, importKey, algorithm } of verifiers) {
    const offered = signatures.filter((signature) => signature.startsWith(`${version},`));
    if (offered.length === 0) continue;
    const key = await importKey();
    for (const signature of offered) {
      const decoded = fromBase64(signature.slice(version.length + 1));
      /* `verify` compares in constant time. */
      if (decoded && (await subtle().verify(algorithm, key, decoded, content)))
        return parse(bytes) as WebhookEvent<EventType | 'test', R>;
    }
  }
  throw new WebhookVerificationError(
    'No signature matches: the secret is of another endpoint, or the body was changed, for example by parsing it first',
  );
}

/** Named by what has it, as not every environment has the names of browsers. */
type WebCrypto = typeof globalThis.crypto;
type Subtle = WebCrypto['subtle'];

interface Verifier {
  /** Of the signatures that it can check. */
  readonly version: 'v1' | 'v1a';
  readonly algorithm: string;
  readonly importKey: () => ReturnType<Subtle['importKey']>;
}

const publicKeyBytes = 32;

/** Wrong keys are a mistake of the program, not of the request. */
function readKey(text: unknown): Verifier {
  const [, prefix, encoded = ''] =
    /^(whsec_|whpk_)(.+)$/.exec(typeof text === 'string' ? text.trim() : '') ?? [];
  const bytes = fromBase64(encoded);
  if (prefix === 'whsec_' && bytes)
    return {
      version: 'v1',
      algorithm: 'HMAC',
      importKey: () => subtle().importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']),
    };
  if (prefix === 'whpk_' && bytes?.length === publicKeyBytes)
    return {
      version: 'v1a',
      algorithm: 'Ed25519',
      importKey: () => subtle().importKey('raw', bytes, 'Ed25519', false, ['verify']),
    };
  throw new TypeError(
    'verifyWebhook needs the secret (whsec_...) or the public key (whpk_...) of the endpoint',
  );
}

/* Node 18 has it only as a module. */
function subtle(): Subtle {
  const { crypto } = globalThis as { crypto?: WebCrypto };
  if (!crypto?.subtle)
    throw new TypeError('verifyWebhook needs Web Crypto: Node 20, or a page that was loaded over HTTPS');
  return crypto.subtle;
}

function bytesOf(body: unknown): Uint8Array<ArrayBuffer> {
  if (typeof body === 'string') return new TextEncoder().encode(body);
  if (body instanceof Uint8Array) return new Uint8Array(body);
  if (body instanceof ArrayBuffer) return new Uint8Array(body);
  throw new TypeError('verifyWebhook needs the body as it was received: a string or bytes, not parsed');
}

function required(headers: WebhookHeaders, name: string): string {
  const value = valueOf(headers, name);
  if (!value) throw new WebhookVerificationError(`The header ${name} is missing`);
  return value;
}

function valueOf(headers: WebhookHeaders, name: string): string | undefined {
  if (typeof headers.get === 'function') return headers.get(name)?.trim();
  const record = headers as Readonly<Record<string, string | readonly string[] | undefined>>;
  const found = Object.keys(record).find((key) => key.toLowerCase() === name);
  const value = found === undefined ? undefined : record[found];
  return (typeof value === 'string' ? value : value?.join(' '))?.trim();
}

function requireRecent(timestamp: string, toleranceSeconds: number): void {
  if (!/^\d{1,12}$/.test(timestamp))
    throw new WebhookVerificationError('webhook-timestamp is not a time in seconds');
  // oxlint-disable-next-line clock/now -- the receiver's own time; there is no server here to ask
  const age = Math.round(Date.now() / 1000) - Number(timestamp);
  if (Math.abs(age) <= toleranceSeconds) return;
  throw new WebhookVerificationError(
    age > 0
      ? `It was sent ${age} seconds ago; ${toleranceSeconds} are allowed`
      : `It was sent ${-age} seconds in the future: check the clock of this machine`,
  );
}

function concat(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(first.length + second.length);
  all.set(first);
  all.set(second, first.length);
  return all;
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}

function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (cause) {
    throw new WebhookVerificationError('The body is signed, but is not JSON', { cause });
  }
}
