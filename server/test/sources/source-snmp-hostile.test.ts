import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { Authentication } from 'net-snmp';
import { describe, expect, it } from 'vitest';
import { createNetworkPolicy } from '../../src/platform/net/network-policy.js';
import { snmp } from '../../../printers/src/snmp/snmp.js';
import { reasonOf } from '../../../printers/src/source-error.js';
import { readFrom } from '../support/read-source.js';
import { isClosed, startUdpAgent } from '../support/udp-agent.js';
import { until } from '../support/until.js';

type Given = Partial<Parameters<typeof readFrom>[1]>;

/** Why an agent with this answer could not be read. */
async function whyNot(answer: (question: Buffer) => Buffer | undefined, query = '', given: Given = {}) {
  const agent = await startUdpAgent(answer);
  const url = `snmp://${agent.address}${query}`;
  const { readings, unreadable } = await readFrom(snmp, { url, ...given });
  await agent.close();
  expect(readings).toEqual([]);
  expect(unreadable).toHaveLength(1);
  return {
    reason: reasonOf(unreadable[0]?.error),
    message: String(unreadable[0]?.error),
    requests: agent.requests,
  };
}

const asking = { get: 0xa0, bulk: 0xa5 };
const answered = 0xa2;
const reported = 0xa8;
const community = [...Buffer.from('public')];
const noContext = [0x04, 0x00, 0x04, 0x00];
const protection = { none: [0x04, 0x01, 0x04], signed: [0x04, 0x01, 0x05] };

/** The request with another message type, which follows the community or an empty context. */
function sentBackAs(kind: number, question: Buffer): Buffer {
  const starts = [community, noContext].flatMap((before) =>
    Object.values(asking).map((type) => question.indexOf(Buffer.from([...before, type])) + before.length),
  );
  const message = Buffer.from(question);
  message[Math.max(...starts)] = kind;
  return message;
}

const isSigned = (question: Buffer): boolean => question.includes(Buffer.from(protection.signed));
const isGreeting = (question: Buffer): boolean => question.includes(Buffer.from([...noContext, asking.get]));

/** Changes the security flags of a message. */
function withFlags(flags: number, message: Buffer): Buffer {
  const found = Object.values(protection).map((bytes) => message.indexOf(Buffer.from(bytes)));
  message[Math.max(...found) + 2] = flags;
  return message;
}

describe('a hostile SNMP agent', () => {
  it('cannot crash the service with invalid messages', async () => {
    expect(await whyNot(() => Buffer.from('not SNMP at all'))).toMatchObject({ reason: 'badAnswer' });
  });

  it('cannot crash the service with a report of version 3', async () => {
    expect(await whyNot((question) => sentBackAs(reported, question))).toMatchObject({
      reason: 'badAnswer',
    });
  });

  it('cannot crash the service with a signed answer to an unsigned request', async () => {
    const signed = (question: Buffer) =>
      isGreeting(question) ? sentBackAs(reported, question) : withFlags(0x01, sentBackAs(answered, question));
    const { reason } = await whyNot(signed, '?version=3&auth=none');
    expect(reason).toBe('badAnswer');
  });

  it('cannot answer a signed request without a signature', async () => {
    // Answers the discovery, then returns the request as an unsigned answer.
    const unsigned = (question: Buffer) =>
      isSigned(question) ? withFlags(0x00, sentBackAs(answered, question)) : sentBackAs(reported, question);
    const { message } = await whyNot(unsigned, '?version=3&priv=none', { password: 'signed-by-me' });
    expect(message).toContain('less protected');
  });

  it('cannot keep the service busy with endless discovery', async () => {
    const { reason, requests } = await whyNot(
      (question) => sentBackAs(reported, question),
      '?version=3&auth=none',
    );
    expect(reason).toBe('badAnswer');
    expect(requests.length).toBeLessThan(600);
  });

  it('cannot keep the service busy with an endless table', async () => {
    const { message, requests } = await whyNot(sameRowAgain);
    expect(message).toContain('more than a printer has');
    expect(requests.length).toBeLessThan(500);
  });

  it('cannot answer for another agent', async () => {
    const stranger = createSocket('udp4').bind(0, '127.0.0.2');
    await once(stranger, 'listening');
    const agent = await startUdpAgent((question, { port }) => {
      stranger.send(sentBackAs(answered, question), port, '127.0.0.1');
      return undefined;
    });
    const { reasons } = await readFrom(snmp, { url: `snmp://${agent.address}` });
    stranger.close();
    await agent.close();
    expect(reasons).toEqual([[agent.address, 'noAnswer']]);
  });
});

describe('reading by SNMP', () => {
  it('sends nothing to an address that the policy refuses', async () => {
    const network = createNetworkPolicy([]);
    const { reason, message, requests } = await whyNot(() => undefined, '', { network });
    expect([reason, requests]).toEqual(['privateAddress', []]);
    expect(message).toContain('not a public address');
  });

  it('queries an agent that does not answer twice', async () => {
    const { reason, requests } = await whyNot(() => undefined);
    expect([reason, requests.length]).toEqual(['noAnswer', 2]);
  });

  it('closes its sockets immediately when it is aborted', async () => {
    const agents = await Promise.all(Array.from({ length: 3 }, () => startUdpAgent(() => undefined)));
    const off = new AbortController();
    const externalId = agents.map(({ address }) => address).join(',');
    const reading = readFrom(snmp, { url: 'snmp://localhost', externalId, signal: off.signal });
    await until('all agents to receive a request', () => agents.every(({ requests }) => requests.length > 0));
    off.abort();
    await expect(reading).rejects.toMatchObject({ name: 'AbortError' });
    for (const { requests } of agents) expect(await isClosed(requests[0] ?? 0)).toBe(true);
    await Promise.all(agents.map((agent) => agent.close()));
  });

  it('queries sixteen hosts at a time, and no more once the caller stops', async () => {
    const agents = await Promise.all(Array.from({ length: 20 }, () => startUdpAgent(() => undefined)));
    const answering = await startUdpAgent((question) => sentBackAs(answered, question));
    const externalId = [answering, ...agents].map(({ address }) => address).join(',');
    const off = new AbortController();
    const reading = readFrom(snmp, { url: 'snmp://localhost', externalId, signal: off.signal });
    // The agent that answers makes room for one more.
    await until(
      '16 agents to receive a request',
      () => agents.filter(({ requests }) => requests.length > 0).length === 16,
    );
    off.abort();
    await expect(reading).rejects.toThrow();
    expect(agents.filter(({ requests }) => requests.length > 0)).toHaveLength(16);
    await Promise.all([...agents, answering].map((agent) => agent.close()));
  });

  it('leaves no passphrase in the cache of the library', async () => {
    const greet = (question: Buffer) => (isSigned(question) ? undefined : sentBackAs(reported, question));
    const { reason } = await whyNot(greet, '?version=3&priv=none', { password: 'not-to-be-kept' });
    expect(reason).toBe('login');
    expect(Object.keys(Authentication.authToKeyCache)).toEqual([]);
  });
});

/** Many rows of each column, without an end. */
function sameRowAgain(question: Buffer): Buffer {
  const idAt = question.indexOf(Buffer.from(community)) + community.length + 2;
  const id = question.subarray(idAt, idAt + 2 + (question[idAt + 1] ?? 0));
  const columns = [
    [43, 5, 1, 1, 17, 1],
    [43, 10, 2, 1, 3, 1, 1],
    [43, 10, 2, 1, 4, 1, 1],
  ];
  const rows = columns.map((oid) =>
    tagged(0x30, tagged(0x06, Buffer.from([0x2b, 6, 1, 2, 1, ...oid])), integer(7)),
  );
  const answer = tagged(answered, id, integer(0), integer(0), tagged(0x30, ...rows, ...rows, ...rows));
  return tagged(0x30, integer(1), tagged(0x04, Buffer.from(community)), answer);
}

function tagged(tag: number, ...parts: Uint8Array[]): Buffer {
  const content = Buffer.concat(parts);
  return Buffer.concat([Buffer.from([tag, 0x82, content.length >> 8, content.length & 255]), content]);
}

const integer = (value: number): Buffer => tagged(0x02, Buffer.from([value]));
