import { isSea } from 'node:sea';
import { setFlagsFromString } from 'node:v8';
import { program } from './program.js';

// Little memory matters more here than speed: most of the time it waits for printers. Limits of sizes have no effect once it runs; that
// what is new stays in as little room as at the start has.
setFlagsFromString('--semi-space-growth-factor=1');
setFlagsFromString('--optimize-for-size');

const stop = new AbortController();
for (const name of ['SIGINT', 'SIGTERM'] as const)
  process.once(name, () => {
    stop.abort();
  });

const script = process.argv[1];
void program(process.argv.slice(2), {
  env: process.env,
  platform: process.platform,
  isRoot: process.getuid?.() === 0,
  command: isSea() || script === undefined ? [process.execPath] : [process.execPath, script],
  // Only opened if it is read: an open input would keep the process alive.
  input: () => process.stdin,
  signal: stop.signal,
  print: (text) => void process.stdout.write(text),
  log: (text) => void process.stderr.write(text.endsWith('\n') || text.endsWith(': ') ? text : `${text}\n`),
}).then((code) => {
  // Not process.exit: output to a pipe would be cut off.
  process.exitCode = code;
});
