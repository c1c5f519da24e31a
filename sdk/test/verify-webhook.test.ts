import { generateKeyPairSync, randomBytes, type KeyObject } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { afterEach, describe, expect, expectTypeOf, it, vi } from 'vitest';
import { shownPublicKey } from '../../server/src/features/webhooks/endpoint-keys.js';
import { signatureOf } from '../../server/src/features/webhooks/sign.js';
import {
  verifyWebhook,
  WebhookVerificationError,
  type BiomassOffset,
  type ClosedMonth,
  type CollectedFeed,
  type EventType,
  type ExpandedOrder,
  type Revision,
  type Shape,
  type WebhookEvent,
} from '../src/index.js';

const newSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`;
const shown = (key: KeyObject): string =>
  shownPublicKey(Buffer.from(key.export({ format: 'jwk' }).x ?? '', 'base64url'));

const secret = newSecret();
const { privateKey, publicKey: ownKey } = generateKeyPairSync('ed25519');
const publicKey = shown(ownKey);
const id = '01900000-0000-7000-8000-000000000001';
const body = JSON.stringify({ id, type: 'order.placed', data: { object: { id, note: 'Grüße 🌳' } } });
/** As the server signs. */
const sign = (timestamp: number, secrets: readonly string[], text = body): string =>
  signatureOf(
    { id, timestamp, body: text },
    {
      secrets: secrets.map((one) => ({ key: Buffer.from(one.slice(6), 'base64'), until: undefined })),
      privateKey,
    },
    new Date(),
  );
const now = (): number => Math.floor(Date.now() / 1000);

interface Sent {
  timestamp?: number;
  secrets?: string[];
}

function headersOf({ timestamp = now(), secrets = [secret] }: Sent = {}): Record<string, string> {
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': sign(timestamp, secrets),
  };
}

afterEach(() => vi.unstubAllGlobals());

describe('a webhook of the server', () => {
  it.each([
    ['the secret', secret],
    ['the public key', publicKey],
    ['one of several keys', [newSecret(), secret]],
  ])('is verified with %s', async (_, keys) => {
    expect(await verifyWebhook(body, headersOf(), keys)).toEqual(JSON.parse(body));
  });

  it('is verified with either secret while the former one signs along', async () => {
    const former = newSecret();
    const headers = headersOf({ secrets: [secret, former] });
    expect(await verifyWebhook(body, headers, former)).toMatchObject({ id });
    expect(await verifyWebhook(body, headers, secret)).toMatchObject({ id });
  });

  it('is verified by the library of Standard Webhooks', () => {
    expect(new Webhook(secret).verify(body, headersOf())).toEqual(JSON.parse(body));
  });

  it.each<[string, (headers: Record<string, string>) => Parameters<typeof verifyWebhook>[1]]>([
    ['a Headers object', (headers) => new Headers(headers)],
    ['a record in another case', (headers) => upperCased(headers)],
    ['lists of values', (headers) => listed(headers)],
  ])('may have its headers as %s', async (_, convert) => {
    expect(await verifyWebhook(body, convert(headersOf()), secret)).toMatchObject({ id });
  });

  it.each([
    ['a Buffer', Buffer.from(body)],
    ['an ArrayBuffer', new TextEncoder().encode(body).buffer],
  ])('may have its body as %s', async (_, bytes) => {
    expect(await verifyWebhook(bytes, headersOf(), publicKey)).toMatchObject({ id });
  });
});

const upperCased = (headers: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value]));

const listed = (headers: Record<string, string>): Record<string, string[]> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, value.split(' ')]));

it('verifies what the library of Standard Webhooks has signed', async () => {
  const timestamp = now();
  const signature = new Webhook(secret).sign(id, new Date(timestamp * 1000), body);
  const headers = {
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signature,
  };
  expect(await verifyWebhook(body, headers, secret)).toMatchObject({ id });
});

// The samples of the specification.
it.each([
  ['v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=', 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
  [
    'v1a,hnO3f9T8Ytu9HwrXslvumlUpqtNVqkhqw/enGzPCXe5BdqzCInXqYXFymVJaA7AZdpXwVLPo3mNl8EM+m7TBAg==',
    'whpk_1SiA4o9hyqTCpIqC5V9HUakiiaeACeqfZTInDBbOir4=',
  ],
])('verifies the published sample %s', async (signature, key) => {
  const headers = {
    'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'webhook-timestamp': '1614265330',
    'webhook-signature': `v2,unknown ${signature}`,
  };
  const sample = '{"test": 2432232314}';
  const forever = { toleranceSeconds: Infinity };
  expect(await verifyWebhook(sample, headers, key, forever)).toEqual({ test: 2432232314 });
  await expect(verifyWebhook(`${sample} `, headers, key, forever)).rejects.toThrow(/No signature matches/);
  await expect(verifyWebhook(sample, headers, key)).rejects.toThrow(/seconds ago; 300 are allowed/);
});

describe('refuses', () => {
  const refusal = async (
    headers: Parameters<typeof verifyWebhook>[1],
    {
      text = body,
      keys = secret,
      toleranceSeconds,
    }: Partial<{ text: string; keys: string; toleranceSeconds: number }> = {},
  ): Promise<string> => {
    const error: unknown = await verifyWebhook(text, headers, keys, { toleranceSeconds }).catch(
      (thrown: unknown) => thrown,
    );
    expect(error).toBeInstanceOf(WebhookVerificationError);
    return (error as Error).message;
  };

  it.each(['webhook-id', 'webhook-timestamp', 'webhook-signature'])('one without %s', async (name) => {
    const headers = headersOf();
    expect(await refusal({ ...headers, [name]: undefined })).toBe(`The header ${name} is missing`);
    expect(await refusal(new Headers({ ...headers, [name]: '' }))).toBe(`The header ${name} is missing`);
  });

  it('one that is too old or from the future, within the tolerance', async () => {
    expect(await refusal(headersOf({ timestamp: now() - 310 }))).toMatch(
      /^It was sent 31\d seconds ago; 300 are/,
    );
    expect(await refusal(headersOf({ timestamp: now() + 310 }))).toMatch(/seconds in the future/);
    expect(await refusal(headersOf({ timestamp: now() - 20 }), { toleranceSeconds: 10 })).toMatch(
      /10 are allowed/,
    );
    expect(await verifyWebhook(body, headersOf({ timestamp: now() - 290 }), secret)).toMatchObject({ id });
    expect(await refusal({ ...headersOf(), 'webhook-timestamp': 'now' })).toMatch(/not a time in seconds/);
  });

  it('another body, id, time, secret or key', async () => {
    const headers = headersOf();
    const noMatch = /^No signature matches/;
    expect(await refusal(headers, { text: `${body}\n` })).toMatch(noMatch);
    expect(await refusal({ ...headers, 'webhook-id': 'other' })).toMatch(noMatch);
    expect(await refusal({ ...headers, 'webhook-timestamp': String(now() - 5) })).toMatch(noMatch);
    expect(await refusal(headers, { keys: newSecret() })).toMatch(noMatch);
    const other = shown(generateKeyPairSync('ed25519').publicKey);
    expect(await refusal(headers, { keys: other })).toMatch(noMatch);
  });

  it('signatures that are no signatures, and one behind many others', async () => {
    const headers = headersOf();
    const right = headers['webhook-signature'] ?? '';
    for (const wrong of [
      'v1',
      'v1,',
      'v1,%%%',
      'v1a,AAAA',
      right.replaceAll(',', ' '),
      `${'v1,AAAA '.repeat(16)}${right}`,
    ])
      for (const keys of [secret, publicKey])
        expect(await refusal({ ...headers, 'webhook-signature': wrong }, { keys })).toMatch(/^No signature/);
  });

  it('a signed body that is not JSON', async () => {
    const timestamp = now();
    const signature = sign(timestamp, [secret], '{');
    const headers = {
      'webhook-id': id,
      'webhook-timestamp': String(timestamp),
      'webhook-signature': signature,
    };
    expect(await refusal(headers, { text: '{' })).toBe('The body is signed, but is not JSON');
  });
});

describe('mistakes of the program are a TypeError', () => {
  it.each([[''], ['secret'], ['whsec_'], ['whsec_%'], ['whpk_AAAA'], [[]], [[secret, '']]])(
    'keys %j',
    async (keys) => {
      await expect(verifyWebhook(body, headersOf(), keys)).rejects.toThrow(TypeError);
    },
  );

  it('a body that was parsed', async () => {
    await expect(verifyWebhook(JSON.parse(body) as string, headersOf(), secret)).rejects.toThrow(
      /not parsed/,
    );
  });

  it('an environment without Web Crypto', async () => {
    vi.stubGlobal('crypto', undefined);
    await expect(verifyWebhook(body, headersOf(), secret)).rejects.toThrow(/needs Web Crypto/);
  });
});

it('has a type for the object of each event', () => {
  type ObjectOf<Event extends WebhookEvent<EventType, Revision>> = Exclude<
    Event['data'],
    { truncated: true }
  >['object'];
  expectTypeOf<ObjectOf<WebhookEvent<'biomass_offset.created'>>>().toEqualTypeOf<BiomassOffset>();
  expectTypeOf<ObjectOf<WebhookEvent<'order.placed'>>>().toEqualTypeOf<ExpandedOrder>();
  expectTypeOf<ObjectOf<WebhookEvent<'month.closed'>>>().toEqualTypeOf<ClosedMonth>();
  expectTypeOf<ObjectOf<WebhookEvent<'feed.collected'>>>().toEqualTypeOf<CollectedFeed>();
  expectTypeOf<ObjectOf<WebhookEvent<'deposit.created', '1.6.3'>>>().toEqualTypeOf<
    Shape<'Deposit', '1.6.3'>
  >();
  expectTypeOf<ObjectOf<WebhookEvent<'order.placed', '1.6.3'>>>().toEqualTypeOf<{ id: string }>();
  const treesOf = (event: WebhookEvent): number | undefined =>
    event.type === 'biomass_offset.created' && !event.data.truncated ? event.data.object.trees : undefined;
  expect(treesOf({ type: 'test', data: { object: {} } } as WebhookEvent)).toBeUndefined();
});
