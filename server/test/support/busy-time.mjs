import { readFileSync } from 'node:fs';

/**
 * For how many milliseconds the main thread of a process has run. Between two moments it is what that thread did meanwhile,
 * whatever else the machine did. NaN where the process is gone or the system does not tell.
 */
export function busyMs(pid) {
  try {
    return Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6;
  } catch {
    return NaN;
  }
}
