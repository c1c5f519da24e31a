import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';

/** A server that asks for a password in plain text, and then refuses the login. */
export interface FakePostgres {
  readonly port: number;
  readonly passwords: readonly string[];
  close(): Promise<void>;
}

const message = (type: string, body: Buffer): Buffer => {
  const head = Buffer.alloc(5, type);
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
};
const askPassword = message('R', Buffer.from([0, 0, 0, 3]));
const refusal = message('E', Buffer.from('SFATAL\0C28P01\0Mwrong password\0\0'));

export async function startFakePostgres(): Promise<FakePostgres> {
  const passwords: string[] = [];
  const open = new Set<Socket>();
  const listener = createServer((socket) => {
    open.add(socket);
    socket.on('error', () => undefined).on('close', () => open.delete(socket));
    // Each message arrives whole: it is short, and the next is only sent after an answer.
    socket.on('data', (data) => {
      if (data[0] !== 'p'.charCodeAt(0)) return void socket.write(askPassword);
      passwords.push(data.toString('utf8', 5, data.length - 1));
      return void socket.end(refusal);
    });
  });
  listener.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  return {
    port: (listener.address() as AddressInfo).port,
    passwords,
    async close() {
      for (const socket of open) socket.destroy();
      listener.close();
      await once(listener, 'close');
    },
  };
}
