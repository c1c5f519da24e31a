import type pg from 'pg';
import type { SessionTarget } from '../platform/config/database-url.js';
import { statement } from './statement.js';

export interface ServerState {
  readonly isStandby: boolean;
  readonly isReadOnly: boolean;
  /** The timeline that it writes to: each promotion of a standby begins the next one. Null on a standby. */
  readonly timeline: number | null;
}

/** On a server that is not a standby. The name of a file of its log begins with the timeline, in hexadecimal. */
export const currentTimeline = `('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int`;

const selectState = statement<ServerState>(`
  select pg_is_in_recovery() as "isStandby", current_setting('transaction_read_only')::bool as "isReadOnly",
    case when not pg_is_in_recovery() then ${currentTimeline} end as timeline`);

export async function stateOf(client: pg.ClientBase): Promise<ServerState> {
  const { rows } = await client.query<ServerState>(selectState.text);
  const [state] = rows;
  if (!state) throw new Error('The server did not report its state');
  return state;
}

/** Completes "a host is ...". */
export const targetDescriptions: Readonly<Record<SessionTarget, string>> = {
  any: 'reachable',
  'read-write': 'writable',
  'read-only': 'read-only',
  primary: 'the primary',
  standby: 'a standby',
  'prefer-standby': 'reachable',
};

export function isSuitable(state: ServerState, target: SessionTarget): boolean {
  switch (target) {
    case 'any':
      return true;
    case 'read-write':
      return !state.isReadOnly;
    case 'read-only':
      return state.isReadOnly;
    case 'primary':
      return !state.isStandby;
    case 'standby':
    case 'prefer-standby':
      return state.isStandby;
  }
}
