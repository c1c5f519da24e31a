import { parseCheckpoint, parseNote } from '@regrove/verify';
import { proveConsistency } from '../../../platform/tlog/prove.js';
import type { Context } from '../../../database/context.js';
import type { Witness } from '../../../platform/secrets/log-peers.js';
import { newestSigned, type StoredCheckpoint } from '../log-store.js';
import { onlySignaturesOf } from '../note-signatures.js';
import { storedHashes } from '../stored-hashes.js';
import { askWitness } from './ask-witness.js';

/** The witness knows a log under this name that is not this one: somebody else signs with its key, or its past was changed. */
export class ContradictionError extends Error {}

/** The witness does not want to cosign, for example because it does not know the key. */
export class WitnessRefusalError extends Error {}

interface Question {
  readonly checkpoint: StoredCheckpoint;
  /** Of the log that the witness has cosigned last, as far as is known. */
  readonly oldSize: number;
  /** The witness itself has said so. */
  readonly isAdopted?: boolean;
}

/**
 * The signature line of the witness; undefined if it has meanwhile cosigned a larger checkpoint of this log for another process.
 * Throws if there is none.
 */
export async function getCosignature(
  context: Context,
  witness: Witness,
  { checkpoint, oldSize, isAdopted = false }: Question,
): Promise<string | undefined> {
  const { db } = context;
  const { size } = checkpoint;
  const { text, signatures } = parseNote(checkpoint.note);
  const { origin } = parseCheckpoint(text);
  // It need not see those of other witnesses.
  const ours = signatures.filter(({ name }) => name === origin);
  const reply = await askWitness(
    witness,
    {
      oldSize,
      hashes: await proveConsistency(oldSize, size, await storedHashes(db, size, oldSize)),
      checkpoint: onlySignaturesOf(checkpoint.note, ours),
    },
    text,
  );
  if (reply.is === 'cosigned') return reply.line;
  if (reply.is === 'refused') {
    const { status, message } = reply;
    if (status === 422)
      throw new ContradictionError(
        `it has cosigned a log whose first ${oldSize} entries are not those of this one`,
      );
    const answer = `it answered ${status}${message && `: ${message}`}`;
    throw [400, 403, 404].includes(status) ? new WitnessRefusalError(answer) : new Error(answer);
  }
  const newest = (await newestSigned(db))?.size ?? size;
  if (reply.size > newest)
    throw new ContradictionError(
      `it has cosigned a log of ${reply.size} entries, and this one has ${newest}: another server signs with the same key, or ` +
        'the database was restored from an older backup',
    );
  if (reply.size > size) return undefined;
  if (reply.size === size && oldSize === size)
    throw new ContradictionError(`it has cosigned another log of ${size} entries`);
  if (isAdopted || reply.size === oldSize) throw new Error(`it answered 409: ${reply.size}`);
  // The proof from that size is made from our own tree, so the witness finds out if its tree was another one.
  return getCosignature(context, witness, { checkpoint, oldSize: reply.size, isAdopted: true });
}
