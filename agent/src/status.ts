import { listCredentials } from './credentials.js';
import type { Clock } from './clock.js';
import type { Directory } from './directory.js';
import { requireWritable } from './files.js';
import { readInventory } from './inventory.js';
import { holderOf } from './lock.js';
import { listQueue, listSetAside } from './queue.js';
import { nextDue } from './schedule.js';
import { readEnrolment } from './settings.js';
import { readState, type Trouble } from './state.js';
import { hasCode, messageOf } from './user-error.js';
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
  /** Why nothing is sent at the moment. */
  readonly error: string | null;
  /** What else is wrong, such as a full disk or files that cannot be read. */
  readonly problems: readonly string[];
  readonly trouble: readonly Trouble[];
}

export async function statusOf(directory: Directory, clock: Clock): Promise<Status> {
  const problems: string[] = [];
  const either = <Content>(content: Promise<Content>, otherwise: Content): Promise<Content> =>
    content.catch((error: unknown) => {
      if (!hasCode(error, 'ENOENT')) problems.push(messageOf(error));
      return otherwise;
    });
  const [enrolment, inventory, state, pid, queue, aside, credentials] = await Promise.all([
    either(readEnrolment(directory), undefined),
    either(readInventory(directory), { ranges: [], leftOut: [], printers: [] }),
    either(readState(directory), {}),
    either(holderOf(directory.lock), undefined),
    either(listQueue(directory), []),
    either(listSetAside(directory), []),
    either(listCredentials(directory), []),
  ]);
  const isEnrolled = enrolment !== undefined;
  // The agent cannot store this itself.
  if (isEnrolled) await either(requireWritable(directory), undefined);
  const { trouble = [], devices = 0 } = state;
  problems.push(...(state.problems ?? []));
  if (trouble.length > 0)
    problems.push(`${trouble.length} of ${devices} printers could not be read, or told apart`);
  const readingsIn = (entries: readonly { readonly readings: number }[]): number =>
    entries.reduce((sum, { readings }) => sum + readings, 0);
  const isTroubled = state.error !== undefined || aside.length > 0 || problems.length > 0;
  const idle = pid === undefined ? 'not_running' : 'ok';
  const health = state.revokedAt !== undefined ? 'revoked' : isTroubled ? 'trouble' : idle;
  return {
    status: isEnrolled || problems.length > 0 ? health : 'not_enrolled',
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
    problems,
    trouble,
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
      status.dropped_readings === 0 ? null : `${status.dropped_readings} readings that waited for too long`,
    ],
    ['not sent', status.error],
    ...status.problems.map((problem) => ['problem', problem] as const),
    ...status.trouble.map(({ address, reason }) => ['not read', `${address}: ${reason}`] as const),
  ];
  return lines
    .filter(([, value]) => value !== null && value !== '')
    .map(([title, value]) => `${title.padEnd(10)} ${value ?? ''}\n`)
    .join('');
}
