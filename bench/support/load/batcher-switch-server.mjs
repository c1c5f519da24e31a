import { once } from 'node:events';
import { request } from 'node:http';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('batcher-switch-program.mjs', import.meta.url));

/** A server whose batchers can be switched off one at a time; it runs no jobs. */
export async function serveWithBatcherSwitch(installation) {
  const socketPath = join(installation.dataDir, 'batchers.sock');
  const server = await installation.serveFrom(program, { BENCH_SWITCH: socketPath }, '--no-jobs');
  /** Switches this batcher off and all others on. */
  const switchOff = async (name) => {
    const [answer] = await once(
      request({ socketPath, path: `/${encodeURIComponent(name)}` }).end(),
      'response',
    );
    answer.resume();
  };
  return { ...server, switchOff, switchOn: () => switchOff('') };
}
