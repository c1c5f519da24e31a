import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { routes } from '../../src/http/routes/index.js';
import { okBody } from '../support/audit-trail.js';
import { isDistributed } from '../support/database.js';
import { changingRoutes, operationsOf } from '../support/operations.js';
import { watchRemoteCommands, type RemoteCommands } from '../support/remote-commands.js';
import { createResources, pathTo, type Resources } from '../support/resources.js';
import { startWorld, type World } from '../support/world.js';

let world: World;
let resources: Resources;
let watching: ReturnType<typeof watchRemoteCommands>;
const { prepared } = operationsOf(() => world);

describe.skipIf(!isDistributed)('On a distributed database', () => {
  beforeAll(async () => {
    world = await startWorld();
    resources = await createResources(world, world.distributor);
    watching = await watchRemoteCommands(world.server);
  });
  afterAll(async () => {
    watching.stop();
    await world.stop();
  });

  it('x', async () => {
    const found: Record<string, RemoteCommands> = {};
    for (const { path, operation } of routes.filter(({ method }) => method === 'GET')) {
      const call = async () => okBody(await world.distributor.api.get(pathTo(path, resources)));
      await call();
      found[operation] = await watching.during(call);
    }
    for (const route of changingRoutes) {
      const { call } = await prepared(route);
      found[route.operation] = await watching.during(async () => okBody(await call()));
    }
    console.log(JSON.stringify(found, null, 1));
  });
});
