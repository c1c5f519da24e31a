import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { resolver as names, useFakeResolver } from '../support/fake-dns.js';
import {
  deliveryThat,
  endpointAt,
  startWebhookDeliverer,
  startReceiver,
  type WebhookDeliverer,
} from '../support/webhooks.js';
import { startWorld, type World } from '../support/world.js';

useFakeResolver();

let world: World;
let delivering: WebhookDeliverer;
beforeAll(async () => {
  world = await startWorld({ REGROVE_ALLOW_PRIVATE_WEBHOOKS: '127.0.0.9/32' });
  delivering = startWebhookDeliverer(world.server.running.instance);
});
afterAll(async () => {
  await delivering.stop();
  await world.stop();
});

/** The error of the first attempt, and of a test, to reach an endpoint. */
async function errorsAt(url: string): Promise<[unknown, unknown]> {
  const member = await world.newAccount('distributor');
  const { id } = await endpointAt(member, url, { events: ['deposit.created'] });
  await member.api.post('/deposits', { pages: 1 });
  const { attempts } = await deliveryThat(member, id, 'an attempt', (one) => one.attempts.length > 0);
  const test = await member.api.post(`/webhook_endpoints/${id}/test`);
  return [attempts[0]?.error, test.body.error];
}

describe('an endpoint', () => {
  it.each([
    ['of the loopback interface', '127.0.0.1'],
    ['of a private network', '192.168.1.20'],
    ['of a metadata service', '169.254.169.254'],
    ['of loopback inside IPv6', '::ffff:127.0.0.1'],
  ])('is not called at an address %s, which its name resolves to', async (_, address) => {
    const receiver = await startReceiver(undefined, { tls: true });
    names.resolve4.mockImplementation(() => Promise.resolve(address.includes(':') ? [] : [address]));
    names.resolve6.mockImplementation(() => Promise.resolve(address.includes(':') ? [address] : []));
    const name = `private-${address.replaceAll(/\W/g, '-')}.invalid`;
    const url = receiver.url.replace('127.0.0.1', name);
    expect(await errorsAt(url)).toEqual(['private_address', 'private_address']);
    expect(receiver.requests).toEqual([]);
    await receiver.close();
  });

  it('cannot be moved to a private address between the check and the connection', async () => {
    const receiver = await startReceiver(undefined, { tls: true });
    // The first answer is allowed, although nothing listens there; all others are not.
    names.resolve4.mockReset().mockResolvedValueOnce(['127.0.0.9']).mockResolvedValue(['127.0.0.1']);
    names.resolve6.mockReset().mockResolvedValue([]);
    const url = receiver.url.replace('127.0.0.1', 'rebinding.invalid');
    const [attempt, test] = await errorsAt(url);
    // It was resolved once, and the connection was made to what this returned.
    expect(attempt).toBe('connection_failed');
    expect(test).toBe('private_address');
    expect(receiver.requests).toEqual([]);
    await receiver.close();
  });

  it('is called with TLS only, also if it has lost its allowed address since it was created', async () => {
    names.resolve4.mockReset().mockResolvedValueOnce(['127.0.0.9']).mockResolvedValue(['93.184.215.14']);
    names.resolve6.mockReset().mockResolvedValue([]);
    expect(await errorsAt('http://moved.invalid/')).toEqual(['https_required', 'https_required']);
  });

  it('is refused without TLS unless all addresses of its name are allowed', async () => {
    names.resolve4.mockReset().mockResolvedValue(['127.0.0.9', '93.184.215.14']);
    names.resolve6.mockReset().mockResolvedValue([]);
    const { status } = await world.distributor.api.post('/webhook_endpoints', {
      url: 'http://half.invalid/',
      events: ['*'],
    });
    expect(status).toBe(400);
  });
});
