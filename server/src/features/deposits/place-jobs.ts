import type { Account, AccountId } from '../accounts/account.js';
import { findByExternalIds, findByIds } from '../accounts/external-id-store.js';
import type { Database } from '../../database/database.js';
import { isUuid } from '../../platform/ids.js';
import type { InvalidLine } from '../../platform/reason.js';
import { shorten, valueIn } from '../../platform/text/shorten.js';
import { faultOf, type JobLine } from './job-line.js';

/** A line whose account is known. */
export type PlacedJob = JobLine & { readonly accountId: AccountId; readonly isActive: boolean };

export interface PlacedJobs {
  readonly placed: readonly PlacedJob[];
  /** Lines of customers that do not exist yet. */
  readonly unplaced: readonly JobLine[];
  readonly faults: readonly InvalidLine[];
}

type Found = Pick<Account, 'id' | 'status'> & { readonly others: number };

/**
 * Finds the accounts of the lines among `account` and those below it. An id that is none of theirs could be that of somebody else's
 * account: it is never taken for the external id of a new customer.
 */
export async function placeJobs(
  db: Database,
  account: Account,
  lines: readonly JobLine[],
  createsCustomers: boolean,
): Promise<PlacedJobs> {
  const found = await findCustomers(db, account, [
    ...new Set(lines.flatMap(({ customer }) => customer ?? [])),
  ]);
  const placed: PlacedJob[] = [];
  const unplaced: JobLine[] = [];
  const faults: InvalidLine[] = [];
  for (const line of lines) {
    const { customer } = line;
    const own = customer === undefined ? { ...account, others: 0 } : found.get(customer);
    if (!own && createsCustomers && !isUuid(customer ?? '')) unplaced.push(line);
    else if (!own) faults.push(unknown(line));
    else if (own.others > 0) faults.push(ambiguous(line));
    else placed.push({ ...line, accountId: own.id, isActive: own.status === 'active' });
  }
  return { placed, unplaced, faults };
}

async function findCustomers(
  db: Database,
  { id }: Account,
  customers: readonly string[],
): Promise<ReadonlyMap<string, Found>> {
  if (customers.length === 0) return new Map();
  const named = await findByExternalIds(db, id, customers);
  const ids = customers.filter(isUuid);
  const byId = new Map(
    (ids.length > 0 ? await findByIds(db, id, ids) : []).map((one) => [one.id.toLowerCase(), one]),
  );
  const found = new Map<string, Found>(named.map((one) => [one.externalId, one]));
  for (const customer of ids) {
    const one = byId.get(customer.toLowerCase());
    if (one) found.set(customer, { ...one, others: 0 });
  }
  return found;
}

const field = 'customer';

const unknown = (line: JobLine): InvalidLine =>
  faultOf(
    line,
    `customer is no external id or id of an accessible account: ${shorten(line.customer ?? '')}`,
    {
      code: 'account-unknown',
      field,
      params: valueIn(line.customer),
    },
  );

const ambiguous = (line: JobLine): InvalidLine =>
  faultOf(
    line,
    `customer is the external id of several accessible accounts: ${shorten(line.customer ?? '')}`,
    {
      code: 'account-ambiguous',
      field,
      params: valueIn(line.customer),
    },
  );

export const inactive = (line: JobLine): InvalidLine =>
  faultOf(line, 'The account is inactive and cannot take deposits', {
    code: 'account-inactive',
    field,
    params: valueIn(line.customer),
  });

/** Another account of the same parent has this name, with another external id. */
export const nameTaken = (line: JobLine): InvalidLine =>
  faultOf(line, `customer is the name of another account: ${shorten(line.customer ?? '')}`, {
    code: 'name-taken',
    field,
    params: valueIn(line.customer),
  });
