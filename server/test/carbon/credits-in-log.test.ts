import { afterAll, beforeAll, expect, it } from 'vitest';
import { updateLog } from '../../src/features/log/update-log.js';
import { importLines, verra, verraLine } from '../support/credits.js';
import { logAuditor } from '../support/log-auditor.js';
import { startWorld, type World } from '../support/world.js';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

it('The log tells everybody of a lot that was imported', async () => {
  world.server.setNow('2026-03-04T05:06:07Z');
  await importLines(world.server, verraLine(world.carbon.stoves, 101, 1350, 2019));
  await updateLog(world.server.running.instance.context);
  const entries = await logAuditor(world.server).audit();
  expect(entries.filter(({ type }) => type === 'credits.imported')).toEqual([
    {
      v: 1,
      type: 'credits.imported',
      at: '2026-03-04T05:06:07Z',
      serial: verra(101, 1350, 2019),
      vintage: { start: '2019-01-01', end: '2019-12-31' },
      tonnes: '1250.000000',
    },
  ]);
});
