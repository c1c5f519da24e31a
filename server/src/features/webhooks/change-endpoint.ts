import type { AccountId } from '../accounts/account.js';
import { recordChange, recordDifference } from '../audit/audit-store.js';
import type { Context, TransactionContext } from '../../database/context.js';
import { realTime } from '../../database/context.js';
import { inTransaction } from '../../database/in-transaction.js';
import { enqueue } from '../../database/job-store.js';
import { invalid, missing } from '../../platform/errors.js';
import { newId } from '../../platform/ids.js';
import { announceChange } from './endpoint-change-store.js';
import { makeKeys, rotateKeys } from './endpoint-keys.js';
import {
  countEndpoints,
  deleteEndpoint as removeEndpoint,
  endpointFacts,
  findEndpoint,
  insertEndpoint,
  lockEndpoint,
  setEndpointKeys,
  updateEndpoint as storeEndpoint,
  type DisabledReason,
  type Endpoint,
} from './endpoint-store.js';
import { lockEndpointsOf, updateListeningAccount } from './listening-account-store.js';

/** Each event is sent to all of them. */
export const maxEndpoints = 20;

export interface NewEndpointInput {
  /** Checked by `requireEndpointUrl`. */
  readonly url: string;
  readonly events: readonly string[];
  readonly description: string | null;
  readonly includeDescendants: boolean;
  readonly revision: string;
}

/** With its secret, which is never shown again. */
export type ShownEndpoint = Endpoint & { readonly secret: string };

export const missingEndpoint = (): Error => missing('There is no such webhook endpoint');

export async function readEndpoint({ db }: Context, account: AccountId, id: string): Promise<Endpoint> {
  const endpoint = await findEndpoint(db, account, id);
  if (!endpoint) throw missingEndpoint();
  return endpoint;
}

export const createEndpoint = (
  context: Context,
  account: AccountId,
  input: NewEndpointInput,
): Promise<ShownEndpoint> =>
  changing(context, account, async (tx) => {
    if ((await countEndpoints(tx.db, account)) >= maxEndpoints)
      throw invalid(`An account has at most ${maxEndpoints} webhook endpoints`, {
        code: 'too-many-endpoints',
        params: { max: maxEndpoints },
      });
    const id = newId();
    const { secret, ...keys } = makeKeys(tx.secrets, id);
    const endpoint = await insertEndpoint(tx.db, account, { ...input, ...keys, id, createdAt: tx.clock() });
    await recordChange(tx, account, {
      action: 'webhook_endpoint.create',
      subjectId: id,
      after: endpointFacts(endpoint),
    });
    await announceChange(tx.db, account, id);
    return { ...endpoint, secret };
  });

export type EndpointChanges = Partial<
  Pick<Endpoint, 'url' | 'events' | 'description' | 'includeDescendants' | 'status'>
>;

/** Fields that are not given stay as they are. */
export const updateEndpoint = (
  context: Context,
  account: AccountId,
  id: string,
  changes: EndpointChanges,
): Promise<Endpoint> =>
  changing(context, account, (tx) => change(tx, account, id, (endpoint) => stateAfter(endpoint, changes)));

function stateAfter(endpoint: Endpoint, changes: EndpointChanges): Endpoint {
  const state = { ...endpoint, ...changes };
  if (state.status === endpoint.status) return state;
  return state.status === 'disabled'
    ? { ...state, disabledReason: 'requested' }
    : // From here on, it has five days again.
      { ...state, disabledReason: null, failingSince: null };
}

/** Without a request. Undefined if it has been deleted or disabled meanwhile. */
export const disableEndpoint = (
  tx: TransactionContext,
  account: AccountId,
  id: string,
  disabledReason: DisabledReason,
): Promise<Endpoint | undefined> =>
  changing(tx, account, async () => {
    const endpoint = await lockEndpoint(tx.db, account, id);
    if (endpoint?.status !== 'enabled') return undefined;
    return change(tx, account, id, () => ({ ...endpoint, status: 'disabled', disabledReason }));
  });

async function change(
  tx: TransactionContext,
  account: AccountId,
  id: string,
  next: (endpoint: Endpoint) => Endpoint,
): Promise<Endpoint> {
  const before = await lockEndpoint(tx.db, account, id);
  if (!before) throw missingEndpoint();
  const after = await storeEndpoint(tx.db, before, next(before));
  const isChanged = await recordDifference(tx, account, {
    action: 'webhook_endpoint.update',
    subjectId: id,
    before: endpointFacts(before),
    after: endpointFacts(after),
  });
  if (isChanged) await announceChange(tx.db, account, id);
  return after;
}

/** Its deliveries are no longer shown, and deleted as they get old. */
export const deleteEndpoint = (context: Context, account: AccountId, id: string): Promise<void> =>
  changing(context, account, async (tx) => {
    const endpoint = await lockEndpoint(tx.db, account, id);
    if (!endpoint || !(await removeEndpoint(tx.db, account, id))) throw missingEndpoint();
    await recordChange(tx, account, {
      action: 'webhook_endpoint.delete',
      subjectId: id,
      before: endpointFacts(endpoint),
    });
    await enqueue(tx.db, { task: deleteDeliveriesJob, payload: { accountId: account, endpointId: id } });
    await announceChange(tx.db, account, id);
  });

/** A new secret. The former one signs along for a day. */
export const rotateSecret = (context: Context, account: AccountId, id: string): Promise<ShownEndpoint> =>
  changing(context, account, async (tx) => {
    const endpoint = await lockEndpoint(tx.db, account, id);
    if (!endpoint) throw missingEndpoint();
    const { secret, ...keys } = rotateKeys(tx.secrets, endpoint, realTime(tx));
    const rotated = await setEndpointKeys(tx.db, endpoint, keys);
    await recordChange(tx, account, { action: 'webhook_endpoint.rotate_secret', subjectId: id });
    await announceChange(tx.db, account, id);
    return { ...rotated, secret };
  });

/** Deletes what is left of deleted endpoints: there may be too much for the request. */
export const deleteDeliveriesJob = { name: 'delete-deliveries', attempts: 16 } as const;

/** What changes endpoints of an account also changes whether it listens. */
const changing = <T>(
  context: Context,
  account: AccountId,
  work: (tx: TransactionContext) => Promise<T>,
): Promise<T> =>
  inTransaction(context, async (tx) => {
    await lockEndpointsOf(tx.db, account);
    const result = await work(tx);
    await updateListeningAccount(tx.db, account);
    return result;
  });
