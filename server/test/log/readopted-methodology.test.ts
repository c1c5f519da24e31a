import { afterAll, beforeAll, expect, it } from 'vitest';
import { updateLog } from '../../src/features/log/update-log.js';
import { createOperator, type Operator } from '../support/command-line.js';
import { startWorld, type World } from '../support/world.js';

let world: World;
let operator: Operator;
beforeAll(async () => {
  world = await startWorld();
  operator = await createOperator({ database: world.server.database });
});
afterAll(async () => {
  await operator.close();
  await world.stop();
});

it('A methodology that is used again is what the log told of it', async () => {
  const keep = (): Promise<void> => updateLog(world.server.running.instance.context);
  // As the first one of an installation, which was current before there was a log.
  await world.server.sql('update methodologies set adopted_at = null');
  await keep();
  const [first] = await operator.json('methodology', 'list');
  const second = await operator.json('methodology', 'add', '--name', 'Second');
  await operator.json('methodology', 'use', second.id);
  await keep();
  await operator.json('methodology', 'use', first.id);
  await keep();
  const { stdout } = await operator.run('doctor', '--ledger', '--json');
  // There is a line for each invariant of the ledger.
  expect(JSON.parse(stdout).filter(({ ok }: { ok: boolean }) => !ok)).toEqual([]);
  const entered = await world.server.sql('select id, log_index::int from methodologies order by log_index');
  expect(entered).toEqual([
    { id: first.id, log_index: 0 },
    { id: second.id, log_index: 1 },
  ]);
});
