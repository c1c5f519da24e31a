import { expect } from 'vitest';
import type { Answer, CallOptions, Json } from './api-client.js';
import type { TestAccount, World } from './world.js';

/** A push feed and its owner. */
export interface PushFeed {
  readonly id: string;
  readonly owner: TestAccount;
  push(readings: readonly object[], options?: CallOptions): Promise<Answer>;
  /** Sends a body that is not JSON. */
  send(mediaType: string, raw: string | Buffer): Promise<Answer>;
  /** All deposits of the account, newest first. */
  deposits(): Promise<Json[]>;
  /** The stored readings, oldest first. */
  storedReadings(): Promise<
    { device: string; unit: string; total: number; pages: number; note: string | null }[]
  >;
  /** Everything that a push can change. */
  state(): Promise<unknown>;
}

/** For a new account, or the given owner. */
export async function createPushFeed(
  world: World,
  { owner, ...fields }: { owner?: TestAccount; [field: string]: unknown } = {},
): Promise<PushFeed> {
  const member = owner ?? (await world.newAccount('customer', world.channel));
  const { status, body } = await member.api.post('/feeds', {
    type: 'fmaudit',
    activated_at: '2026-01-01',
    ...fields,
  });
  expect(status).toBe(200);
  const id = body.id as string;
  const path = `/feeds/${id}/readings`;
  const of = (table: string, columns: string, order: string): Promise<Json[]> =>
    world.server.sql(`select ${columns} from ${table} where feed_id = $1 order by ${order}`, [id]);
  const deposits = async (): Promise<Json[]> => (await member.api.get('/deposits')).body;
  return {
    id,
    owner: member,
    push: (readings, options) => member.api.post(path, { readings }, options),
    send: (mediaType, raw) => member.api.call('POST', path, { raw, headers: { 'content-type': mediaType } }),
    deposits,
    storedReadings: () =>
      of(
        'feed_readings',
        'device, unit, total::float8 as total, pages::float8 as pages, note',
        'read_at, device, unit',
      ),
    state: async () => [
      await of('feed_devices', '*', 'device, unit'),
      await of('feed_readings', '*', 'read_at, device, unit'),
      await of('feed_days', '*', 'day'),
      await deposits(),
      (await member.api.get(`/feeds/${id}`)).body,
    ],
  };
}

export async function pagesOf(answer: Promise<Answer>): Promise<number> {
  const { status, body } = await answer;
  expect({ status, body }).toMatchObject({ status: 200 });
  return body.pages as number;
}
