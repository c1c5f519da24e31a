import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { spawnRecorded } from './regrove-process.js';

// Listens but never accepts a connection: its only thread is blocked.
const script = `
  const server = require('node:net').createServer();
  server.listen({ host: '127.0.0.1', port: 0, backlog: 1 }, () => {
    require('node:fs').writeSync(1, 'port ' + server.address().port + '\\n');
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  });`;

/** A port where connecting neither succeeds nor fails, as behind a firewall that drops packets. */
export async function startSilentListener(): Promise<{ port: number; close(): Promise<void> }> {
  const child = spawnRecorded(process.execPath, ['-e', script]);
  const port = Number(await child.printed(/port (\d+)/));
  const queued: Socket[] = [];
  // Fills the accept queue; the kernel drops further connections.
  for (let call = 0; call < 2; call++) {
    const socket = connect(port, '127.0.0.1').on('error', () => undefined);
    queued.push(socket);
    await once(socket, 'connect');
  }
  return {
    port,
    async close() {
      for (const socket of queued) socket.destroy();
      await child.stop('SIGKILL');
    },
  };
}
