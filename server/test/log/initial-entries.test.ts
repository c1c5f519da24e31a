import { afterAll, beforeAll, expect, it } from 'vitest';
import { findLogDelay } from '../../src/features/log/log-delay.js';
import { updateLog } from '../../src/features/log/update-log.js';
import { timeOfId } from '../../src/platform/ids.js';
import { formatTimestamp } from '../../src/platform/time/timestamps.js';
import { startWorld, type World } from '../support/world.js';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

const entries = async () =>
  (await world.server.sql<{ entry: Buffer }>('select entry from log_entries order by index')).map(
    ({ entry }) => JSON.parse(entry.toString()) as Record<string, unknown>,
  );

it('What existed before the log is entered when it begins', async () => {
  const { api } = world.distributor;
  const { body: kept } = await api.post('/biomass/offsets', { pages: 100, date: '2026-01-05T10:00:00Z' });
  const { body: deleted } = await api.post('/biomass/offsets', { pages: 7 });
  await api.delete(`/biomass/offsets/${deleted.id}`);
  // As a version without a log has written them.
  await world.server.sql(
    'update biomass_certificates set issued_at = null, methodology_id = null, account_name = null, project_name = null',
  );
  await world.server.sql('update methodologies set adopted_at = null');
  const { context } = world.server.running.instance;
  const delay = () => findLogDelay(context.db, new Date());
  // When they were issued is not known, so they are late until they are entered.
  expect(await delay()).toEqual({ passedAt: null });
  await updateLog(context);
  expect(await delay()).toBeUndefined();
  const [created] = await world.server.sql<{ created_at: Date; methodology_id: string }>(
    'select created_at, methodology_id from biomass_offsets where id = $1',
    [kept.id],
  );
  const written = await entries();
  expect(written.map(({ type }) => type)).toEqual([
    'methodology.adopted',
    'certificate.issued',
    'certificate.issued',
    'certificate.withdrawn',
  ]);
  expect(written[0]?.['id']).toBe(created?.methodology_id);
  expect(written.find(({ id }) => id === kept.certificate_id)).toMatchObject({
    at: created && formatTimestamp(created.created_at),
    date: '2026-01-05',
    methodology: created?.methodology_id,
  });
  expect(written.find(({ id }) => id === deleted.certificate_id)).toMatchObject({
    at: formatTimestamp(timeOfId(String(deleted.certificate_id))),
    pages: 7,
    methodology: null,
  });
});

it('A methodology that was replaced before the log began is entered because certificates were issued by it', async () => {
  const { api } = world.distributor;
  const { body: offset } = await api.post('/biomass/offsets', { pages: 100 });
  const [old] = await world.server.sql<{ id: string }>(
    `insert into methodologies select * from jsonb_populate_record(null::methodologies, (
       select to_jsonb(methodologies) || jsonb_build_object('id', gen_random_uuid(), 'name', 'Old', 'current', false,
         'adopted_at', null, 'log_index', null) from methodologies where current)) returning id`,
  );
  await world.server.sql('update biomass_offsets set methodology_id = $2 where id = $1', [
    offset.id,
    old?.id,
  ]);
  await world.server.sql(
    'update biomass_certificates set issued_at = null, methodology_id = null where id = $1',
    [offset.certificate_id],
  );
  const { context } = world.server.running.instance;
  await updateLog(context);
  await updateLog(context);
  expect((await entries()).slice(-2)).toEqual([
    expect.objectContaining({ type: 'certificate.issued', methodology: old?.id }),
    expect.objectContaining({ type: 'methodology.adopted', id: old?.id, name: 'Old' }),
  ]);
});
