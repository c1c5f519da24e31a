import type { AccountId } from '../accounts/account.js';
import { auditOfBatch, auditValuesOfAll } from '../audit/audit-store.js';
import { eventInsert, eventStep } from '../events/event-store.js';
import { newCertificateColumns } from '../certificates/certificate-store.js';
import { batchedWrite } from '../../database/batched-write.js';
import { alignByNumber, leftOut, type NumberedRow, type AccountInput } from '../../database/batcher.js';
import { columnParameters, columnsOf } from '../../database/column-parameters.js';
import type { Database } from '../../database/database.js';
import { unnestOnShard } from '../../database/unnest-on-shard.js';
import { crossAccountStatement } from '../../database/statement.js';
import {
  auditedOffset,
  insertOffset,
  newOffsetColumns,
  newOffsetTerms,
  offsetEventSources,
  termsOf,
  type NewOffset,
} from './new-offset-store.js';
import { offsetColumns, type BiomassOffset } from './offset-store.js';

const row = columnParameters(2, newOffsetColumns);
const terms = columnParameters(row.next, newOffsetTerms);
const audit = auditOfBatch(terms.next);

const names = `${row.names}, ${terms.names}`;
const listed = `unnest($1::uuid[], ${row.lists}, ${terms.lists}) as one (one_account_id, ${names})`;
const shard = unnestOnShard(`$1::uuid[], ${row.lists}, ${terms.lists}`, names);
const shardWithAudit = unnestOnShard(
  `$1::uuid[], ${row.lists}, ${terms.lists}, ${audit.lists}`,
  `${names}, ${audit.names}`,
);
const events = offsetEventSources(audit.source, {
  ...columnsOf(newOffsetTerms),
  certificateId: 'certificate_id',
});

/** In the order of `newCertificateColumns`. */
const certificateValues =
  'certificate_id, project_id, date, pages, trees, created_at, methodology_id, account_name, project_name';

// Does what `insertOffset` does, for concurrent offsets. It does not wait for locked rows. Offsets that it leaves out are
// written alone: those of accounts whose row in account_unbilled is locked or does not exist yet, and those of accounts whose
// offsets in the batch would together exceed the limit for unbilled offsets.
const insert = crossAccountStatement<BiomassOffset & NumberedRow>(
  'concurrent offsets are written in one statement, each for its own account',
  `with batch as (
    select * from unnest($1::uuid[], ${row.lists}, ${terms.lists}, ${audit.lists}) with ordinality
      as one (account_id, ${row.names}, ${terms.names}, ${audit.names}, number)
  ), owed as (
    select account_id, sum(price) as price, min(max_unbilled) as max_unbilled from batch group by account_id
  ), held as (
    select account_unbilled.account_id from account_unbilled join owed using (account_id)
    where max_unbilled is null or amount + owed.price <= max_unbilled
    order by account_unbilled.account_id for no key update of account_unbilled skip locked
  ), unbilled as (
    update account_unbilled set amount = amount + owed.price from owed join held using (account_id)
    where account_unbilled.account_id = owed.account_id
    returning account_unbilled.account_id
  ), billable as (
    select batch.* from batch join unbilled using (account_id)
  ), certificates as (
    insert into biomass_certificates (account_id, ${newCertificateColumns})
    select account_id, ${certificateValues} from billable
  ), uncounted as (
    insert into project_plantings (account_id, id, project_id, trees)
    select account_id, id, project_id, trees from billable
  ), volumes as (
    insert into account_volume (account_id, month, pages, trees)
    select account_id, month, sum(pages), sum(trees) from billable
    group by account_id, month order by account_id, month
    on conflict (account_id, month) do update
    set pages = account_volume.pages + excluded.pages, trees = account_volume.trees + excluded.trees,
      rolled = false
  ), created as (
    insert into biomass_offsets (account_id, ${row.names}) select account_id, ${row.names} from billable
    returning ${offsetColumns}
  ), audited as (${audit.insert('billable')}
  ), offset_event as (${eventInsert('biomass_offset.created', events.offset, 'from billable')}
  ), certificate_event as (${eventInsert('certificate.issued', events.certificate, 'from billable')})
  select number::integer, created.* from created
    join (select account_id, id, number from batch) as numbered using (account_id, id)`,
  {
    // Of one account, so it may wait for its rows.
    distributed: [
      `update account_unbilled set amount = amount + owed.price
       from (select sum(price) as price, min(max_unbilled) as max_unbilled from ${listed}) as owed
       where account_id = any($1::uuid[]) and (max_unbilled is null or amount + owed.price <= max_unbilled)
       returning account_unbilled.account_id`,
      `insert into biomass_certificates (account_id, ${newCertificateColumns})
       select account_states.account_id, ${certificateValues} ${shard}`,
      `insert into project_plantings (account_id, id, project_id, trees)
       select account_states.account_id, id, project_id, trees ${shard}`,
      `insert into account_volume as volume (account_id, month, pages, trees)
       select account_states.account_id, month, sum(pages), sum(trees) ${shard}
       group by account_states.account_id, month order by month
       on conflict (account_id, month) do update
       set pages = volume.pages + excluded.pages, trees = volume.trees + excluded.trees, rolled = false`,
      audit.step,
      eventStep('biomass_offset.created', events.offset, shardWithAudit),
      eventStep('certificate.issued', events.certificate, shardWithAudit),
      `insert into biomass_offsets (account_id, ${row.names})
       select account_states.account_id, ${row.names} ${shard}`,
      `select number::integer, ${offsetColumns}
       from unnest($2::uuid[]) with ordinality as requested (requested_id, number)
         join biomass_offsets on account_id = any($1::uuid[]) and id = requested_id`,
    ],
  },
);

async function insertTogether(
  db: Database,
  items: readonly AccountInput<AccountId, NewOffset>[],
): Promise<(BiomassOffset | typeof leftOut)[]> {
  const offsets = items.map(({ input }) => input);
  const accounts = items.map(({ account }) => account);
  const made = await db.rows(insert, [
    accounts,
    ...row.listsOf(offsets),
    ...terms.listsOf(await termsOf(db, accounts, offsets)),
    ...auditValuesOfAll(offsets.map(auditedOffset)),
  ]);
  return alignByNumber(made, items.length).map((offset) => offset ?? leftOut);
}

/** `insertOffset`, batched with concurrent offsets. Only for offsets without a quote or an order. */
export const insertOffsetBatched = batchedWrite<AccountId, NewOffset, BiomassOffset | undefined>({
  name: 'offsets',
  writeBatch: insertTogether,
  writeAlone: insertOffset,
});
