import { formatVerifierKey, parseNote } from '@regrove/verify';
import type { Context } from '../../../database/context.js';
import { inTransaction } from '../../../database/in-transaction.js';
import { messageWithCauses } from '../../../platform/errors.js';
import type { Witness } from '../../../platform/secrets/log-peers.js';
import { changeNote, newestSigned, publishCheckpoints, type StoredCheckpoint } from '../log-store.js';
import { hasSignatureOf, withSignatureOf } from '../note-signatures.js';
import { ContradictionError, getCosignature, WitnessRefusalError } from './get-cosignature.js';
import {
  addWitnesses,
  claimWitness,
  readWitnesses,
  recordCosignature,
  recordFailure,
  releaseWitness,
  type WitnessTrouble,
  type WitnessState,
} from './log-witness-store.js';

/** How long a checkpoint waits for witnesses before it is shown. Those that failed the last time are not waited for. */
const waitMs = 10_000;
/** More than an attempt can take. */
const claimMs = 60_000;
/** A log that does not grow is cosigned again after this time, so that everybody sees that its witnesses still watch it. */
const renewMs = 12 * 3_600_000;
const firstRetryMs = 5_000;
const lastRetryMs = 3_600_000;

/**
 * Asks the witnesses to cosign the newest checkpoint, and shows it then, or when they have had their time. Entering and signing go
 * on meanwhile.
 */
export async function requestCosignatures(context: Context): Promise<void> {
  const { db, transparency, clock } = context;
  const checkpoint = await newestSigned(db);
  if (!checkpoint) return;
  const { witnesses } = transparency;
  const keys = witnesses.map(({ key }) => formatVerifierKey(key));
  if (keys.length > 0) {
    await addWitnesses(db, keys, clock());
    const states = await readWitnesses(db, keys);
    const due = witnesses.filter((witness) => isDue(context, checkpoint, witness, states));
    await Promise.all(due.map((witness) => ask(context, witness, checkpoint)));
  }
  if (!checkpoint.served) await serve(context, checkpoint, keys);
}

function isDue(
  { clock }: Context,
  { note }: StoredCheckpoint,
  { key }: Witness,
  states: readonly WitnessState[],
): boolean {
  const state = states.find((one) => one.key === formatVerifierKey(key));
  if (!state || state.failures > 0 || !hasSignatureOf(note, key)) return true;
  const { cosignedAt } = state;
  return cosignedAt === null || clock().getTime() - cosignedAt.getTime() > renewMs;
}

async function ask(context: Context, witness: Witness, checkpoint: StoredCheckpoint): Promise<void> {
  const { db, clock, log } = context;
  const key = formatVerifierKey(witness.key);
  const state = await claimWitness(db, key, clock(), later(clock(), claimMs));
  if (!state) return;
  const { name } = witness.key;
  const { text } = parseNote(checkpoint.note);
  const oldSize = Math.min(state.size, checkpoint.size);
  try {
    const line = await getCosignature(context, witness, { checkpoint, oldSize });
    if (line === undefined) {
      await releaseWitness(db, key, clock());
      return;
    }
    await inTransaction(context, async (tx) => {
      await changeNote(tx.db, checkpoint.size, (note) =>
        // A log that got a new name meanwhile has signed another text about the same size.
        parseNote(note).text === text ? withSignatureOf(note, witness.key, line) : note,
      );
      await recordCosignature(tx.db, key, checkpoint.size, clock());
    });
    if (state.failures > 0) log.info({ witness: name }, 'a witness cosigns the log again');
  } catch (error) {
    const trouble = troubleOf(error);
    const failure = messageWithCauses(error);
    const nextAttemptAt = later(clock(), Math.min(lastRetryMs, firstRetryMs * 2 ** state.failures));
    await recordFailure(db, key, { failure, trouble, nextAttemptAt });
    if (trouble === 'contradicts' && state.trouble !== trouble)
      log.error({ err: error, witness: name }, 'a witness knows another log than this one: see doctor');
    else if (state.failures === 0)
      log.warn({ err: error, witness: name }, 'a witness does not cosign the log; it will be asked again');
  }
}

function troubleOf(error: unknown): WitnessTrouble {
  if (error instanceof ContradictionError) return 'contradicts';
  return error instanceof WitnessRefusalError ? 'refused' : 'failed';
}

const later = (time: Date, ms: number): Date => new Date(time.getTime() + ms);

/** Shows the checkpoint unless a witness may still cosign it in time, and whatever has waited long enough. */
async function serve(context: Context, { size }: StoredCheckpoint, keys: readonly string[]): Promise<void> {
  const { db, clock } = context;
  const states = await readWitnesses(db, keys);
  const isWaiting = states.some((state) => state.size < size && state.failures === 0);
  const longAgo = later(clock(), -waitMs);
  await inTransaction(context, (tx) => publishCheckpoints(tx.db, isWaiting ? 0 : size, longAgo));
}
