import { readdirSync, readFileSync } from 'node:fs';

// Linux reports these times in hundredths of a second on every platform that Node supports.
const tickMs = 10;

/**
 * The processor time in milliseconds that a process and all those below it have used, including those that have ended.
 * The difference between two calls hardly depends on what else the machine does.
 */
export function processorMs(root) {
  const processes = allProcesses();
  let total = 0;
  const below = [root];
  for (const pid of below) {
    total += processes.get(pid)?.ticks ?? 0;
    for (const [child, { parent }] of processes) if (parent === pid) below.push(child);
  }
  return total * tickMs;
}

/** The processor time in milliseconds of commands that this process has run and that have ended. */
export const endedCommandsMs = () => statOf(process.pid).endedTicks * tickMs;

/** Undefined where the system does not tell. */
export const parentOf = (pid) => statOf(pid)?.parent;

function allProcesses() {
  const pids = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number);
  return new Map(pids.map((pid) => [pid, statOf(pid)]).filter(([, stat]) => stat !== undefined));
}

function statOf(pid) {
  let text;
  try {
    text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    // Ended in the meantime: its parent has its time.
    return undefined;
  }
  // After the name, which may contain anything: state, parent, and nine others before the times.
  const fields = text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  const [user, system, endedUser, endedSystem] = fields.slice(11, 15);
  const endedTicks = endedUser + endedSystem;
  return { parent: fields[1], ticks: user + system + endedTicks, endedTicks };
}
