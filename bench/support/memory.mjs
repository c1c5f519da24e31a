import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { clearInterval, setInterval } from 'node:timers';

const everyMs = 50;

/** Watches the resident memory of a process; the returned function stops and returns the peak in bytes. */
export function watchMemory(pid) {
  let peak = residentBytes(pid);
  const timer = setInterval(() => (peak = Math.max(peak, residentBytes(pid))), everyMs);
  return () => {
    clearInterval(timer);
    return Math.max(peak, residentBytes(pid));
  };
}

/** The peak resident memory of a process from its start until its exit, in bytes. */
export async function peakUntil(exited, pid) {
  let peak = 0;
  // Linux itself records the peak, so that nothing between two samples is missed.
  const timer = setInterval(() => (peak = Math.max(peak, residentBytes(pid, 'VmHWM'))), everyMs);
  await exited.finally(() => clearInterval(timer));
  return peak;
}

/** The current resident memory of a process in bytes. */
export function residentBytes(pid, field = 'VmRSS') {
  const kilobytes =
    process.platform === 'linux'
      ? new RegExp(`^${field}:\\s+(\\d+) kB$`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
      : execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' });
  // A process that has just ended has no memory.
  return Number(kilobytes ?? 0) * 1024;
}
