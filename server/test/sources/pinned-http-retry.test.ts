import type { Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { ipp } from '../../../printers/src/ipp/ipp.js';
import { integer } from '../support/ipp-message.js';
import { printerResponse } from '../support/ipp-printer.js';
import { fetchFromPeer, closePeer, failureOf, responseHead, rawPeer } from '../support/raw-peer.js';
import { readFrom } from '../support/read-source.js';

afterEach(closePeer);

/** A printer that is waking up: it drops this many connections, then answers. */
async function wakingPeer(
  dropped: number,
  onDrop = (): void => undefined,
): Promise<{ port: number; connections: () => number }> {
  let connections = 0;
  const port = await rawPeer((socket: Socket) => {
    connections += 1;
    if (connections <= dropped) socket.once('close', onDrop).resetAndDestroy();
    else socket.end(`${responseHead('content-length: 5')}awake`);
  });
  return { port, connections: () => connections };
}

describe('A connection that breaks', () => {
  it('is retried twice while collecting', async () => {
    const { port, connections } = await wakingPeer(2);
    expect((await fetchFromPeer(port, { isInteractive: false })).toString()).toBe('awake');
    expect(connections()).toBe(3);
  });

  it('is not retried a third time', async () => {
    const { port, connections } = await wakingPeer(3);
    expect(await failureOf(fetchFromPeer(port, { isInteractive: false }))).toMatchObject({
      reason: 'noAnswer',
    });
    expect(connections()).toBe(3);
  });

  it('is not retried by an interactive check', async () => {
    const { port, connections } = await wakingPeer(1);
    expect(await failureOf(fetchFromPeer(port))).toMatchObject({ reason: 'noAnswer' });
    expect(connections()).toBe(1);
  });

  it('is not retried if the caller has aborted', async () => {
    const caller = new AbortController();
    const { port, connections } = await wakingPeer(1, () => caller.abort());
    const answer = fetchFromPeer(port, { isInteractive: false, signal: caller.signal });
    expect(await failureOf(answer)).toMatchObject({ reason: 'noAnswer' });
    expect(connections()).toBe(1);
  });
});

describe('A printer that accepts a connection and loses the request', () => {
  const sheets = printerResponse(integer('printer-media-sheets-completed', 70));
  /** Loses this many requests, then answers. */
  async function forgetfulPeer(lost: number): Promise<{ url: string; requests: () => number }> {
    let requests = 0;
    const port = await rawPeer((socket: Socket) => {
      requests += 1;
      if (requests <= lost) return;
      socket.write(responseHead(`content-type: application/ipp\r\ncontent-length: ${sheets.length}`));
      socket.end(sheets);
    });
    return { url: `ipp://127.0.0.1:${port}/ipp/print`, requests: () => requests };
  }

  it.each([
    ['is asked three times', 2, [70], []],
    ['is given up after the third time', Infinity, [], ['noAnswer']],
  ] as const)('%s', async (_, lost, totals, troubles) => {
    const { url, requests } = await forgetfulPeer(lost);
    const { readings, reasons } = await readFrom(ipp, { url, isInteractive: false });
    expect(readings.map(({ total }) => total)).toEqual(totals);
    expect(reasons.map(([, reason]) => reason)).toEqual(troubles);
    expect(requests()).toBe(3);
  });
});
