import type { Entry } from '@regrove/verify';
import { expect } from 'vitest';
import type { Observer } from './faults/observer.js';
import { until } from './until.js';

/** Waits until everything that the log has to tell of certificates is entered and signed. */
export async function untilLogIsComplete(observer: Observer, withinMs?: number): Promise<void> {
  const waiting = `from biomass_certificates
    where log_index is null or withdrawn_at is not null and withdrawal_index is null`;
  await until(
    'everything to be entered',
    () => observer.count(waiting),
    (count) => count === 0,
    withinMs,
  );
  await until(
    'the last of it to be signed',
    () => observer.count('from log_state join log_checkpoints using (size)'),
    (count) => count === 1,
    withinMs,
  );
}

export interface LoggedCertificates {
  /** The indexes of entries, by the id of the certificate. */
  readonly issued: ReadonlyMap<string, readonly number[]>;
  readonly withdrawn: ReadonlyMap<string, readonly number[]>;
}

/** Checks that the log tells of every certificate and every withdrawal once, in this order, and of no others. */
export async function expectEveryCertificate(
  observer: Observer,
  entries: readonly Entry[],
): Promise<LoggedCertificates> {
  const issued = indexesOf(entries, 'certificate.issued');
  const withdrawn = indexesOf(entries, 'certificate.withdrawn');
  const rows = await observer.query<{ id: string; is_withdrawn: boolean }>(
    'select id, withdrawn_at is not null as is_withdrawn from biomass_certificates',
  );
  const idsOf = (some: typeof rows): string[] => some.map(({ id }) => id).sort();
  expect([...issued.keys()].sort()).toEqual(idsOf(rows));
  expect([...withdrawn.keys()].sort()).toEqual(idsOf(rows.filter((row) => row.is_withdrawn)));
  for (const indexes of [...issued.values(), ...withdrawn.values()]) expect(indexes).toHaveLength(1);
  for (const [id, [index = 0]] of withdrawn) expect(index).toBeGreaterThan(issued.get(id)?.[0] ?? Infinity);
  return { issued, withdrawn };
}

function indexesOf(entries: readonly Entry[], type: Entry['type']): Map<string, number[]> {
  const found = new Map<string, number[]>();
  for (const [index, entry] of entries.entries()) {
    if (entry.type !== type || !('id' in entry)) continue;
    found.set(entry.id, [...(found.get(entry.id) ?? []), index]);
  }
  return found;
}
