import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../src/platform/ids.js';
import type { Json } from '../support/api-client.js';
import { changingRoutes, operationsOf } from '../support/operations.js';
import { expectRefusal } from '../support/refusal.js';
import { okBody, newPassword, password, auditTrail } from '../support/audit-trail.js';
import { startWorld, type World } from '../support/world.js';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

const { entriesOf, entriesAfter } = auditTrail(() => world);

const operations = changingRoutes.map((route) => [route.operation, route] as const);
const { exerciseOf, prepared } = operationsOf(() => world);

describe('Every operation that changes something', () => {
  it.each(operations)('%s adds its entries, by the key that called', async (_, route) => {
    const { id, call } = await prepared(route);
    let answer: Json;
    const entries = await entriesAfter(async () => (answer = okBody(await call())));
    const { actions, about } = exerciseOf(route);
    expect(entries.map(({ action }) => action).sort()).toEqual([...actions].sort());
    for (const { actorKind, actorId } of entries)
      expect({ actorKind, actorId }).toEqual({ actorKind: 'key', actorId: world.distributor.keyId });

    const subject = (await about?.(answer)) ?? (id === '' ? answer.id : id);
    const entry = entries.find(({ action, subjectId }) => action === actions[0] && subjectId === subject);
    const isAccount = actions[0]?.startsWith('account.');
    expect(entry).toMatchObject({
      subjectId: subject,
      accountId: isAccount ? subject : world.distributor.id,
    });
    expect(entry?.before ?? entry?.after).not.toEqual({});
  });

  it.each(operations)('%s adds nothing to the trail of other accounts', async (_, route) => {
    const before = await entriesOf(world.stranger.id);
    await (await prepared(route)).call();
    expect(await entriesOf(world.stranger.id)).toEqual(before);
  });

  it.each(operations)('%s adds nothing when it is refused', async (_, route) => {
    const path = route.path.replace(':id', newId());
    const { distributor, stranger } = world;
    const { call } = await prepared(route);
    const entries = await entriesAfter(async () => {
      expectRefusal(await call({ body: { nonsense: 1 } }), 400);
      if (route.path.includes(':id')) expectRefusal(await distributor.api.call(route.method, path), 404);
      const foreign = await stranger.api.call(route.method, `/accounts/${distributor.id}${path}`, {});
      expectRefusal(foreign, 404);
    });
    expect(entries).toEqual([]);
  });

  const repeatable = operations.filter(([, route]) => route.acceptsIdempotencyKey);
  it.each(repeatable)('%s adds nothing when its response is replayed', async (_, route) => {
    const { call } = await prepared(route);
    const options = { headers: { 'idempotency-key': newId() } };
    const first = await entriesAfter(async () => okBody(await call(options)));
    expect(first).toHaveLength(exerciseOf(route).actions.length);
    expect(await entriesAfter(async () => okBody(await call(options)))).toEqual([]);
  });
});

describe('An entry', () => {
  it('never contains a password, a key or a hash of one', async () => {
    const text = JSON.stringify(await entriesOf());
    const hashes = await world.server.sql<{ hash: Buffer }>('select hash from api_keys');
    const sealed = await world.server.sql<{ sealed: Buffer }>(
      'select password_sealed as sealed from servers where password_sealed is not null',
    );
    expect(sealed.length).toBeGreaterThan(0);
    const secrets = [...hashes.map(({ hash }) => hash), ...sealed.map((row) => row.sealed)];
    for (const secret of secrets)
      for (const form of ['hex', 'base64', 'base64url'] as const)
        expect(text).not.toContain(secret.toString(form));
    for (const secret of [password, newPassword, world.distributor.key, 'rg_'])
      expect(text).not.toContain(secret);
  });
});
