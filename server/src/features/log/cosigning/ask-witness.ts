import type { IncomingMessage } from 'node:http';
import { LogError, openNote } from '@regrove/verify';
import { createNetworkPolicy } from '../../../platform/net/network-policy.js';
import type { Witness } from '../../../platform/secrets/log-peers.js';
import { formatNote } from '../../../platform/tlog/sign.js';
import { formatWitnessRequest, type WitnessRequest } from '../../../platform/tlog/witness-request.js';
import { withTimeout } from '../../../platform/time/with-timeout.js';
import { pinnedAddress } from '@regrove/printers/pinned-address';
import { pinnedRequest, sendRequest } from '@regrove/printers/pinned-request';
import { onlySignaturesOf } from '../note-signatures.js';

/** What a witness answers to a request. */
export type WitnessReply =
  /** The verified signature line. */
  | { readonly is: 'cosigned'; readonly line: string }
  /** The size that it has cosigned last is another one. */
  | { readonly is: 'conflict'; readonly size: number }
  | { readonly is: 'refused'; readonly status: number; readonly message: string };

/** From resolving the name to the end of the response. */
const timeoutMs = 10_000;
/** Some witnesses have several keys. */
const maxBytes = 16 * 1024;

// The operator names witnesses, so they may be anywhere, except where no server can be. Their answers are signed.
const network = createNetworkPolicy(['0.0.0.0/0', '::/0']);

/** Throws if there is no answer, or none that makes sense. `text` is that of the checkpoint. */
export async function askWitness(
  witness: Witness,
  request: WitnessRequest,
  text: string,
): Promise<WitnessReply> {
  const { status, body } = await post(
    new URL(`${witness.url}/add-checkpoint`),
    formatWitnessRequest(request),
  );
  if (status === 200) return { is: 'cosigned', line: await verifiedLine(witness, text, body) };
  if (status === 409) {
    const [, size] = /^(\d{1,15})\n?$/.exec(body) ?? [];
    if (size === undefined) throw new Error('it answered 409 without a size');
    return { is: 'conflict', size: Number(size) };
  }
  return { is: 'refused', status, message: firstLine(body) };
}

/** What witnesses say is shown to the operator. */
const firstLine = (body: string): string =>
  (body.split('\n')[0] ?? '').replace(/[\p{Cc}\p{Cs}]/gu, ' ').slice(0, 200);

async function verifiedLine({ key }: Witness, text: string, body: string): Promise<string> {
  const note = formatNote(text, body);
  try {
    await openNote(note, [key]);
  } catch (error) {
    if (!(error instanceof LogError)) throw error;
    throw new Error('its answer is not its cosignature', { cause: error });
  }
  return onlySignaturesOf(note, [key]).slice(text.length + 1);
}

const post = (url: URL, body: string): Promise<{ status: number; body: string }> =>
  withTimeout(timeoutMs, undefined, async (deadline) => {
    const address = await pinnedAddress(url.hostname, network, deadline);
    deadline.throwIfAborted();
    const headers = {
      'content-type': 'text/plain; charset=utf-8',
      'content-length': Buffer.byteLength(body),
      'accept-encoding': 'identity',
      'user-agent': 'Regrove-Log/1',
    };
    const request = pinnedRequest(
      { address, isPublic: network.isPublic(address), agents: false },
      { url, method: 'POST', headers },
    );
    const giveUp = (): void => void request.destroy();
    deadline.addEventListener('abort', giveUp, { once: true });
    try {
      const response = await sendRequest(request, body);
      return { status: response.statusCode ?? 0, body: await readText(response) };
    } finally {
      deadline.removeEventListener('abort', giveUp);
      request.destroy();
    }
  });

async function readText(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBytes) throw new Error('its answer is too long');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}
