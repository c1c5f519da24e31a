import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';

export interface UdpAgent {
  readonly address: string;
  /** From which ports it was asked, in this order. */
  readonly asked: readonly number[];
  close(): Promise<void>;
}

/** Answers datagrams with what a test makes of them; with nothing when that is nothing. */
export async function startUdpAgent(
  answer: (question: Buffer, asker: { socket: Socket; port: number }) => Buffer | undefined,
): Promise<UdpAgent> {
  const socket = createSocket('udp4');
  const asked: number[] = [];
  socket.on('message', (question, { port }) => {
    asked.push(port);
    const reply = answer(question, { socket, port });
    if (reply) socket.send(reply, port, '127.0.0.1');
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return {
    address: `127.0.0.1:${socket.address().port}`,
    asked,
    async close() {
      socket.close();
      await once(socket, 'close');
    },
  };
}

/** Whether nobody holds this UDP port any more: the system then answers that it is closed. */
export async function isClosed(port: number): Promise<boolean> {
  const socket = createSocket('udp4');
  socket.connect(port, '127.0.0.1');
  await once(socket, 'connect');
  const answer = Promise.race([
    once(socket, 'error').then(() => true),
    // What has arrived while this process was busy is looked at first.
    new Promise<false>((resolve) => setTimeout(() => setImmediate(() => resolve(false)), 100)),
  ]);
  socket.send('');
  const closed = await answer;
  socket.close();
  return closed;
}
