import { listCredentials } from './credentials.js';
import type { Clock } from './clock.js';
import type { Directory } from './directory.js';
import { readInventory } from './inventory.js';
import { holderOf } from './lock.js';
import { listQueue, listSetAside } from './queue.js';
import { nextDue } from './schedule.js';
import { readEnrolment } from './settings.js';
import { readState, type Trouble } from './state.js';
import { hasCode } from './user-error.js';
import { version } from './version.js';

/** What `status --json` prints. Nothing in it is secret. */
export interface Status {
  readonly status: 'ok' | 'not_enrolled' | 'not_running' | 'revoked' | 'trouble';
  readonly version: string;
  readonly directory: string;
  readonly id: string | null;
  readonly name: string | null;
  readonly url: string | null;
  readonly feed_id: string | null;
  readonly running: boolean;
  readonly pid: number | null;
  readonly printers: number;
  readonly ranges: readonly string[];
  readonly left_out: readonly string[];
  readonly credentials: number;
  readonly last_read_at: string | null;
  readonly next_read_at: string | null;
  readonly last_sent_at: string | null;
  readonly queue: { readonly batches: number; readonly readings: number; readonly oldest_at: string | null };
  readonly set_aside: { readonly batches: number; readonly readings: number };
  readonly dropped_readings: number;
  readonly revoked_at: string | null;
  readonly error: string | null;
  readonly trouble: readonly Trouble[];
}

const none = (error: unknown): never[] => {
  if (hasCode(error, 'ENOENT')) return [];
  throw error;
};

export async function statusOf(directory: Directory, clock: Clock): Promise<Status> {
  const [enrolment, inventory, state, pid, queue, aside, credentials] = await Promise.all([
    readEnrolment(directory),
    readInventory(directory),
    readState(directory),
    holderOf(directory.lock),
    listQueue(directory).catch(none),
    listSetAside(directory).catch(none),
    listCredentials(directory),
  ]);
  const readingsIn = (entries: readonly { readonly readings: number }[]): number =>
    entries.reduce((sum, { readings }) => sum + readings, 0);
  const isTroubled = state.error !== undefined || aside.length > 0;
  return {
    status: !enrolment
      ? 'not_enrolled'
      : state.revokedAt !== undefined
        ? 'revoked'
        : isTroubled
          ? 'trouble'
          : pid === undefined
            ? 'not_running'
            : 'ok',
    version,
    directory: directory.path,
    id: enrolment?.id ?? null,
    name: enrolment?.name ?? null,
    url: enrolment?.url ?? null,
    feed_id: enrolment?.feedId ?? null,
    running: pid !== undefined,
    pid: pid ?? null,
    printers: inventory.printers.length,
    ranges: inventory.ranges,
    left_out: inventory.leftOut,
    credentials: credentials.length,
    last_read_at: state.lastReadAt ?? null,
    next_read_at: enrolment ? nextDue(enrolment.id, clock()).toISOString() : null,
    last_sent_at: state.lastSentAt ?? null,
    queue: {
      batches: queue.length,
      readings: readingsIn(queue),
      oldest_at: queue[0]?.createdAt.toISOString() ?? null,
    },
    set_aside: { batches: aside.length, readings: readingsIn(aside) },
    dropped_readings: state.dropped ?? 0,
    revoked_at: state.revokedAt ?? null,
    error: state.error ?? null,
    trouble: state.trouble ?? [],
  };
}

/** The same for people. */
export function statusText(status: Status): string {
  const lines: (readonly [string, string | number | null])[] = [
    ['status', status.status],
    ['version', status.version],
    ['directory', status.directory],
    ['server', status.url],
    ['agent', status.id === null ? null : `${status.id} (${status.name ?? ''})`],
    ['feed', status.feed_id],
    ['running', status.running ? `yes, process ${status.pid ?? ''}` : 'no'],
    ['ranges', status.ranges.join(', ')],
    ['left out', status.left_out.join(', ')],
    ['printers', status.printers],
    ['last read', status.last_read_at],
    ['next read', status.next_read_at],
    ['last sent', status.last_sent_at],
    ['waiting', `${status.queue.readings} readings in ${status.queue.batches} batches`],
    [
      'set aside',
      status.set_aside.batches === 0 ? null : `${status.set_aside.readings} readings that the server refused`,
    ],
    [
      'dropped',
      status.dropped_readings === 0 ? null : `${status.dropped_readings} readings, older than 90 days`,
    ],
    ['problem', status.error],
    ...status.trouble.map(({ address, reason }) => ['not read', `${address}: ${reason}`] as const),
  ];
  return lines
    .filter(([, value]) => value !== null && value !== '')
    .map(([title, value]) => `${title.padEnd(10)} ${value ?? ''}\n`)
    .join('');
}
