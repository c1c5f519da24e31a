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

function residentBytes(pid) {
  const kilobytes =
    process.platform === 'linux'
      ? /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
      : execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' });
  return Number(kilobytes) * 1024;
}
