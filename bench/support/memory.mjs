import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { clearInterval, setInterval } from 'node:timers';

const everyMs = 50;

/** Watches the resident memory of a process; the answered function stops and says the highest that was seen, in bytes. */
export function watchMemory(pid) {
  let peak = residentBytes(pid);
  const timer = setInterval(() => (peak = Math.max(peak, residentBytes(pid))), everyMs);
  return () => {
    clearInterval(timer);
    return Math.max(peak, residentBytes(pid));
  };
}

/** The highest resident memory of a process from its start until it has exited, in bytes. */
export async function peakUntil(exited, pid) {
  let peak = 0;
  // Linux keeps the highest itself, so that nothing between two looks is missed.
  const timer = setInterval(() => (peak = Math.max(peak, residentBytes(pid, 'VmHWM'))), everyMs);
  await exited.finally(() => clearInterval(timer));
  return peak;
}

/** The resident memory of a process at this moment, in bytes. */
export function residentBytes(pid, field = 'VmRSS') {
  const kilobytes =
    process.platform === 'linux'
      ? new RegExp(`^${field}:\\s+(\\d+) kB$`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
      : execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' });
  // A process that has just ended has no memory.
  return Number(kilobytes ?? 0) * 1024;
}
