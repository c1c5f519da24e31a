import { setTimeout as pause } from 'node:timers/promises';
import type { Context } from '../database/context.js';
import { readSystemStats, type SystemStats } from './system-stats-store.js';
import { dayMs } from '../platform/time/durations.js';

const freshMs = 10_000;
const timeoutMs = 2_000;
const mailDays = 30;

/**
 * The figures from the database; undefined if it does not respond in time. Concurrent callers share one query, and its
 * result is cached for a while.
 */
export function systemStatsReader({ db, clock }: Context): () => Promise<SystemStats | undefined> {
  let known: { readonly at: number; readonly figures: SystemStats } | undefined;
  let asking: Promise<SystemStats | undefined> | undefined;
  const ask = async (): Promise<SystemStats | undefined> => {
    const at = clock().getTime();
    try {
      const figures = await readSystemStats(db, new Date(at - mailDays * dayMs));
      known = figures && { at, figures };
    } catch {
      known = undefined;
    } finally {
      asking = undefined;
    }
    return known?.figures;
  };
  return () => {
    if (known && clock().getTime() - known.at < freshMs) return Promise.resolve(known.figures);
    asking ??= ask();
    return Promise.race([asking, pause(timeoutMs, undefined, { ref: false })]);
  };
}
