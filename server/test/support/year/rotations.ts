import { newKey, type Channel } from './customers.js';
import { describeTrouble } from './report.js';
import type { Incident, Year } from './year.js';

/** Every key is replaced while customers work. */
export const rotateKeys: Incident = {
  name: 'new API keys, secret key and log key',
  time: 'day',
  async happen(year) {
    const { site, traffic } = year;
    const observed = traffic.observe();
    const working = year.live();
    const channels = [...new Set(year.customers.map(({ channel }) => channel))];
    const former = channels.map(({ key, keyId }) => ({ key, keyId }));
    for (const channel of channels) Object.assign(channel, await newKey(site, channel.id));
    const { unopenable } = await site.json('secrets', 'rotate');
    if (unopenable !== 0) year.problems.push(`${unopenable} secrets cannot be opened by the new key`);
    await year.log.look();
    const keys = year.log.keys.size;
    await site.run('log', 'rotate-key');
    await year.log.look();
    if (year.log.keys.size !== keys + 1) year.problems.push('the log has no new key');
    await working;
    await revoke(year, channels, former);
    return { clients: describeTrouble(observed()), result: `${channels.length + 2} keys replaced` };
  },
};

async function revoke(
  { site, traffic, problems }: Year,
  channels: readonly Channel[],
  former: readonly { key: string; keyId: string }[],
): Promise<void> {
  for (const [index, { key, keyId }] of former.entries()) {
    await site.run('keys', 'revoke', keyId);
    const status = await traffic.attempt(key, 'GET', '/account');
    const now = await traffic.attempt(channels[index]?.key ?? '', 'GET', '/account');
    if (status !== 401 || now !== 200) problems.push(`a revoked key got ${status}, the new one ${now}`);
  }
}

/** The files of the certificate are replaced. The server looks for that twice a minute, and nobody waits for it. */
export const renewCertificate: Incident = {
  name: 'renewed TLS certificate',
  time: 'day',
  async happen(year) {
    const { certificate, site, traffic } = year;
    const observed = traffic.observe();
    await certificate.renew();
    year.pending.push(certificate.isServed(site.serverPort));
    await year.live();
    return { clients: describeTrouble(observed()), result: 'in use without a restart' };
  },
};
