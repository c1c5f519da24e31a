import { describe, expect, it } from 'vitest';
import type { Pool } from '../../src/database/database.js';
import { openInstance, ownerConnections, sandboxConnections } from '../../src/database/instance.js';
import { sandboxDatabases } from '../../src/database/sandbox-databases.js';
import { planConnections } from '../../src/main/connection-plan.js';
import { newId } from '../../src/platform/ids.js';
import { startTestServer } from '../support/test-server.js';

/** All that the processes together may open, with those for sandboxes and those of the owner. */
function connectionsOf(processes: number): number {
  const { parent, requests, overhead, jobs, sandboxes } = planConnections(processes);
  const each = sandboxes + ownerConnections;
  return parent + processes * (requests + overhead + each) + jobs + each;
}

describe('The connections of several processes', () => {
  it.each([2, 3, 4, 6, 8, 10, 12, 14])(
    'are at most 80 for %i processes, with those for sandboxes',
    (processes) => {
      expect(connectionsOf(processes)).toBeLessThanOrEqual(80);
    },
  );

  it('are as many as in a single process if there are two', () => {
    expect(planConnections(2)).toMatchObject({
      requests: 18,
      overhead: 2,
      jobs: 20,
      sandboxes: sandboxConnections,
    });
  });

  it('are five for each of more than 14', () => {
    for (const processes of [15, 32]) {
      expect(planConnections(processes)).toMatchObject({ requests: 1, overhead: 2, sandboxes: 1 });
      // As documented, with the 20 for commands.
      expect(connectionsOf(processes) + 20).toBeLessThanOrEqual(processes * 5 + 30);
    }
  });
});

it('A process opens no more connections for sandboxes than it may', async () => {
  const server = await startTestServer();
  const instance = await openInstance(server.running.instance.config, { sandboxConnections: 2 });
  expect(instance.context.sandboxes.open(newId()).driver.options.max).toBe(2);
  await instance.close();
  await server.stop();
});

it('A process connects as the owner of the tables once at a time', async () => {
  let open = 0;
  let most = 0;
  const openAsOwner = (): Pool => {
    most = Math.max(most, ++open);
    const close = (): Promise<void> => Promise.resolve(void open--);
    const withClient = (): Promise<string[]> => new Promise((resolve) => void setImmediate(resolve, []));
    return { close, withClient } as unknown as Pool;
  };
  const databases = sandboxDatabases({ openAsOwner, openPool: openAsOwner, instrumentation: undefined });
  await Promise.all([databases.list(), databases.create(newId()), databases.drop(newId()), databases.list()]);
  expect({ most, open }).toEqual({ most: 1, open: 0 });
});
