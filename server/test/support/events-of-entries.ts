import { expect } from 'vitest';
import type { EventType } from '../../src/features/events/event-types.js';
import type { Json } from './api-client.js';
import type { TestServer } from './test-server.js';

interface Entry {
  readonly accountId: string;
  readonly at: Date;
  readonly action: string;
  readonly subjectId: string;
  readonly before: Json;
  readonly after: Json;
}

type Told = readonly [type: EventType, subject: string];

const same =
  (type: EventType) =>
  ({ subjectId }: Entry): Told[] => [[type, subjectId]];

/** Two changes of a feed in one entry: what it reads, and its health. */
const changesOfFeed = ({ subjectId, after }: Entry): Told[] => [
  ...('server_id' in after || 'external_id' in after ? ([['feed.updated', subjectId]] as const) : []),
  ...('health_check' in after ? ([['feed.health_changed', subjectId]] as const) : []),
];

/** The events that a change makes, by the action of its audit entry. */
const eventsOf: Readonly<Record<string, (entry: Entry) => Told[]>> = {
  'account.create': same('account.created'),
  'account.update': same('account.updated'),
  'account.activate': same('account.activated'),
  'account.deactivate': same('account.deactivated'),
  'deposit.create': same('deposit.created'),
  'deposit.return': same('deposit.created'),
  'deposit.delete': same('deposit.deleted'),
  'biomass_offset.create': ({ subjectId, after }) => [
    ['biomass_offset.created', subjectId],
    ['certificate.issued', after.certificate_id],
    ...(after.quote_id === null ? [] : ([['quote.executed', after.quote_id]] as const)),
  ],
  'biomass_offset.delete': ({ subjectId, before }) => [
    ['biomass_offset.deleted', subjectId],
    ['certificate.withdrawn', before.certificate_id],
  ],
  'settlement.create': ({ accountId, after }) => [
    ['month.closed', accountId],
    ...(after.biomass_offset_ids as string[]).map((id) => ['biomass_offset.created', id] as const),
  ],
  'quote.create': same('quote.created'),
  'quote.delete': same('quote.deleted'),
  'order.create': same('order.created'),
  'order.place': same('order.placed'),
  'order.delete': same('order.deleted'),
  'carbon_offset.create': same('carbon_offset.created'),
  'carbon_offset.fulfil': same('carbon_offset.fulfilled'),
  'feed.create': same('feed.created'),
  'feed.activate': same('feed.updated'),
  'feed.deactivate': same('feed.updated'),
  'feed.delete': same('feed.deleted'),
  'feed.update': changesOfFeed,
  'feed.health': changesOfFeed,
  'invoice.create': same('invoice.created'),
};

const ofPeople = 'who may sign in, and how, is nothing that happens to paper or trees';
const ofOperator = 'concerns the installation, not an account';

/** Changes that nobody is told about, by the action or the first part of it. */
const untold: Readonly<Record<string, string>> = {
  account_settings: 'a setting',
  account_start: 'a setting',
  billing_address: 'a setting',
  public_page: 'a setting',
  favorite_project: 'a setting',
  server: 'a setting of feeds',
  agent: 'a setting of feeds: what agents send is told by feed.collected',
  webhook_endpoint: 'a setting',
  key: ofPeople,
  passkey: ofPeople,
  session: ofPeople,
  sign_in_link: ofPeople,
  user: ofPeople,
  sandbox: 'a sandbox is an installation of its own',
  quote_link: 'the quote is as it was; its execution is told',
  mail: 'the same mail again',
  credit_note: 'the withdrawal of its offset is told',
  'invoice.pay': 'the invoice in the API is as it was',
  'invoice.unpay': 'the invoice in the API is as it was',
  'deposit.grow': 'feed.collected tells it',
  'feed.reset': 'feed.collected tells what was counted',
  'feed.passed_over': 'a detail of the health of the feed',
  'carbon_offset.allot': 'the offset in the API is as it was',
  carbon_lot: ofOperator,
  carbon_project: ofOperator,
  carbon_retirement: ofOperator,
  forestry_project: 'accounts with trees in it are told when it is complete (see events.test.ts)',
  installation: ofOperator,
  job: ofOperator,
  methodology: ofOperator,
  month: ofOperator,
  planting: ofOperator,
  planting_photo: ofOperator,
  secret_key: ofOperator,
  secrets: ofOperator,
  test: 'written by a test directly',
};

const isUntold = (action: string): boolean => action in untold || (action.split('.')[0] ?? '') in untold;

/** Types that an entry does not tell exactly: one entry of a settlement stands for several certificates. */
const notCounted: readonly EventType[] = [
  'certificate.issued',
  'feed.collected',
  'forestry_project.completed',
];

const countOf = (keys: readonly string[]): Map<string, number> => {
  const counts = new Map<string, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
};

/** Checks that each change in the audit trail has exactly its events, and that there are no others. */
export async function expectEventsOfEntries(
  server: Pick<TestServer, 'sql'>,
  schema = 'public',
): Promise<void> {
  const entries = await server.sql<Entry>(
    `select account_id as "accountId", at, action, subject_id as "subjectId", before, after from ${schema}.audit_entries`,
  );
  const unknown = new Set(
    entries.map(({ action }) => action).filter((one) => !(one in eventsOf) && !isUntold(one)),
  );
  expect([...unknown], 'Actions that this file does not know').toEqual([]);
  const events = await server.sql<{ key: string }>(
    `select account_id || ' ' || type || ' ' || subject_id as key from (
       select account_id, type, subject_id from ${schema}.events
       union all
       select account_id, 'deposit.created', subject_id from ${schema}.audit_entries where sequence is not null
     ) told where type <> all($1)`,
    [notCounted],
  );
  const expected = entries.flatMap((entry) =>
    (eventsOf[entry.action]?.(entry) ?? [])
      .filter(([type]) => !notCounted.includes(type))
      .map(([type, subject]) => `${entry.accountId} ${type} ${subject}`),
  );
  const told = countOf(events.map(({ key }) => key));
  const wanted = countOf(expected);
  const differing = [...new Set([...told.keys(), ...wanted.keys()])].filter(
    (key) => told.get(key) !== wanted.get(key),
  );
  expect(
    differing.map((key) => `${key}: ${told.get(key) ?? 0} instead of ${wanted.get(key) ?? 0}`),
    'Changes without their events, or events without changes',
  ).toEqual([]);
}
