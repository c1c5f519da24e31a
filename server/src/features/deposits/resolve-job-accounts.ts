import type { Account, AccountId } from '../accounts/account.js';
import {
  findAnyByExternalIds,
  findAnyByIds,
  findByExternalIds,
  findByIds,
} from '../accounts/external-id-store.js';
import type { Database } from '../../database/database.js';
import { isUuid } from '../../platform/ids.js';
import type { InvalidLine } from '../../platform/reason.js';
import { shorten, valueParam } from '../../platform/text/shorten.js';
import { faultOf, type JobLine } from './job-line.js';

/** A line whose account is known. */
export type ResolvedJob = JobLine & { readonly accountId: AccountId; readonly isActive: boolean };

export interface ResolvedJobs {
  readonly resolved: readonly ResolvedJob[];
  /** Lines of customers that do not exist yet. */
  readonly unresolved: readonly JobLine[];
  readonly faults: readonly InvalidLine[];
}

type Found = Pick<Account, 'id' | 'status'> & { readonly others: number };

/**
 * Finds the accounts of the lines among `account` and those below it, or among all if it is undefined, as for the operator. An id that is
 * none of theirs could be that of somebody else's account: it is never taken for the external id of a new customer.
 */
export async function resolveJobAccounts(
  db: Database,
  account: Account | undefined,
  lines: readonly JobLine[],
  createsCustomers: boolean,
): Promise<ResolvedJobs> {
  const found = await findCustomers(db, account?.id, [
    ...new Set(lines.flatMap(({ customer }) => customer ?? [])),
  ]);
  const placed: ResolvedJob[] = [];
  const unplaced: JobLine[] = [];
  const faults: InvalidLine[] = [];
  for (const line of lines) {
    const { customer } = line;
    const own = customer === undefined ? account && { ...account, others: 0 } : found.get(customer);
    if (!own && customer === undefined) faults.push(missing(line));
    else if (!own && createsCustomers && !isUuid(customer ?? '')) unplaced.push(line);
    else if (!own) faults.push(unknown(line));
    else if (own.others > 0) faults.push(ambiguous(line));
    else placed.push({ ...line, accountId: own.id, isActive: own.status === 'active' });
  }
  return { resolved: placed, unresolved: unplaced, faults };
}

async function findCustomers(
  db: Database,
  within: AccountId | undefined,
  customers: readonly string[],
): Promise<ReadonlyMap<string, Found>> {
  if (customers.length === 0) return new Map();
  const isAny = within === undefined;
  const named = isAny
    ? await findAnyByExternalIds(db, customers)
    : await findByExternalIds(db, within, customers);
  const ids = customers.filter(isUuid);
  const known = ids.length === 0 ? [] : await (isAny ? findAnyByIds(db, ids) : findByIds(db, within, ids));
  const byId = new Map(known.map((one) => [one.id.toLowerCase(), one]));
  const found = new Map<string, Found>(named.map((one) => [one.externalId, one]));
  for (const customer of ids) {
    const one = byId.get(customer.toLowerCase());
    if (one) found.set(customer, { ...one, others: 0 });
  }
  return found;
}

const field = 'customer';

const missing = (line: JobLine): InvalidLine =>
  faultOf(line, 'customer is required', { code: 'required', field });

const unknown = (line: JobLine): InvalidLine =>
  faultOf(
    line,
    `customer is no external id or id of an accessible account: ${shorten(line.customer ?? '')}`,
    {
      code: 'account-unknown',
      field,
      params: valueParam(line.customer),
    },
  );

const ambiguous = (line: JobLine): InvalidLine =>
  faultOf(
    line,
    `customer is the external id of several accessible accounts: ${shorten(line.customer ?? '')}`,
    {
      code: 'account-ambiguous',
      field,
      params: valueParam(line.customer),
    },
  );

export const inactiveAccountFault = (line: JobLine): InvalidLine =>
  faultOf(line, 'The account is inactive and cannot take deposits', {
    code: 'account-inactive',
    field,
    params: valueParam(line.customer),
  });

/** Another account of the same parent has this name, with another external id. */
export const nameTakenFault = (line: JobLine): InvalidLine =>
  faultOf(line, `customer is the name of another account: ${shorten(line.customer ?? '')}`, {
    code: 'name-taken',
    field,
    params: valueParam(line.customer),
  });
