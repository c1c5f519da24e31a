import type { AccountId } from '../accounts/account.js';
import { insertMissingUnbilledRows } from '../accounts/unbilled-store.js';
import { newCertificateColumns } from '../certificates/certificate-store.js';
import { columnParameters, type ColumnTypes } from '../../database/column-parameters.js';
import type { Transaction } from '../../database/database.js';
import { unnestOnShard } from '../../database/unnest-on-shard.js';
import { crossAccountStatement } from '../../database/statement.js';
import type { Decimal, Whole } from '../../platform/decimals.js';
import { isoDay } from '../../platform/time/months.js';

/** An offset that a month-end close creates. `OffsetBatch` has what all offsets of a batch share. */
export interface SettledOffset {
  readonly accountId: AccountId;
  readonly id: string;
  readonly certificateId: string;
  readonly projectId: string;
  readonly pages: Whole;
  readonly trees: Decimal;
  readonly price: Decimal;
}

export interface OffsetBatch {
  readonly month: Date;
  readonly date: Date;
  readonly methodologyId: string;
  readonly createdAt: Date;
  /** As on the certificates, by id. */
  readonly accountNames: ReadonlyMap<string, string>;
  readonly projectNames: ReadonlyMap<string, string>;
}

const own = columnParameters(1, {
  accountId: 'uuid',
  id: 'uuid',
  certificateId: 'uuid',
  projectId: 'uuid',
  pages: 'bigint',
  trees: 'numeric',
  price: 'numeric',
} satisfies ColumnTypes<keyof SettledOffset>);

const names = columnParameters(own.next, { accountName: 'text', projectName: 'text' });

const shared = columnParameters(names.next, {
  date: 'timestamptz',
  settledMonth: 'date',
  methodologyId: 'uuid',
  createdAt: 'timestamptz',
});

/** Without the account. */
const ownNames = own.names.replace('account_id, ', '');
const shard = unnestOnShard(own.lists, ownNames);

const { date, methodologyId, createdAt } = shared.parameter;
/** In the order of `newCertificateColumns`. */
const certificateValues = `certificate_id, project_id, ${date}, pages, trees, ${createdAt}, ${methodologyId}, ${names.names}`;

// Does what insertOffset in new-offset-store.ts does, for offsets of many accounts in one round trip. Volumes are written in the
// order of the accounts, so that two batches cannot deadlock.
const insert = crossAccountStatement(
  'a close settles several accounts in one transaction',
  `with batch as (
    select * from unnest(${own.lists}, ${names.lists}) as one (${own.names}, ${names.names})
  ), certificates as (
    insert into biomass_certificates (account_id, ${newCertificateColumns})
    select account_id, ${certificateValues} from batch
  ), uncounted as (
    insert into project_plantings (account_id, id, project_id, trees)
    select account_id, id, project_id, trees from batch
  ), held as (
    select account_id from account_unbilled where account_id in (select account_id from batch)
    order by account_id for no key update
  ), unbilled as (
    update account_unbilled set amount = amount + owed.price
    from (select account_id, sum(price) as price from batch group by account_id) owed join held using (account_id)
    where account_unbilled.account_id = held.account_id
    returning account_unbilled.account_id
  ), volumes as (
    insert into account_volume (account_id, month, pages, trees)
    select account_id, ${shared.parameter.settledMonth}, sum(pages), sum(trees) from batch join unbilled using (account_id)
    group by account_id order by account_id
    on conflict (account_id, month) do update
    set pages = account_volume.pages + excluded.pages, trees = account_volume.trees + excluded.trees,
      rolled = false
  )
  insert into biomass_offsets (${own.names}, ${shared.names}) select ${own.names}, ${shared.parameters} from batch`,
  {
    distributed: [
      `insert into biomass_certificates (account_id, ${newCertificateColumns})
       select account_states.account_id, ${certificateValues}
       ${unnestOnShard(`${own.lists}, ${names.lists}`, `${ownNames}, ${names.names}`)}`,
      `insert into project_plantings (account_id, id, project_id, trees)
       select account_states.account_id, id, project_id, trees ${shard}`,
      // In the order of the accounts, so that two batches cannot deadlock.
      `insert into account_unbilled as owed (account_id, amount)
       select account_states.account_id, sum(price) ${shard}
       group by account_states.account_id order by account_states.account_id
       on conflict (account_id) do update set amount = owed.amount + excluded.amount`,
      `insert into account_volume as volume (account_id, month, pages, trees)
       select account_states.account_id, ${shared.parameter.settledMonth}, sum(pages), sum(trees) ${shard}
       group by account_states.account_id order by account_states.account_id
       on conflict (account_id, month) do update
       set pages = volume.pages + excluded.pages, trees = volume.trees + excluded.trees, rolled = false`,
      `insert into biomass_offsets (account_id, ${ownNames}, ${shared.names})
       select account_states.account_id, ${ownNames}, ${shared.parameters} ${shard}`,
    ],
  },
);

/** Writes the offsets, their certificates and the counters of their accounts: all or nothing. */
export async function insertSettledOffsets(
  db: Transaction,
  offsets: readonly SettledOffset[],
  { month, accountNames, projectNames, ...batch }: OffsetBatch,
): Promise<void> {
  // A close does not apply the limit for unbilled offsets, so every account needs a row to add to. The steps of a distributed
  // store create it themselves.
  if (db.layout !== 'distributed')
    await insertMissingUnbilledRows(db, [...new Set(offsets.map(({ accountId }) => accountId))]);
  await db.rows(insert, [
    ...own.listsOf(offsets),
    ...names.listsOf(
      offsets.map(({ accountId, projectId }) => ({
        accountName: accountNames.get(accountId),
        projectName: projectNames.get(projectId),
      })),
    ),
    ...shared.valuesOf({ ...batch, settledMonth: isoDay(month) }),
  ]);
}
