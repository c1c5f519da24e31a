import { readFileSync } from 'node:fs';

/**
 * The CPU time in milliseconds that the main thread of a process has used. The difference between two calls is
 * independent of what else the machine does. NaN if the process is gone or the system does not report it.
 */
export function mainThreadCpuMs(pid) {
  try {
    return Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6;
  } catch {
    return NaN;
  }
}
