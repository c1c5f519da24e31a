import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';

export interface UdpAgent {
  readonly address: string;
  /** The source ports of the requests, in order. */
  readonly requests: readonly number[];
  close(): Promise<void>;
}

/** Answers datagrams with the result of `answer`, if any. */
export async function startUdpAgent(
  answer: (question: Buffer, asker: { socket: Socket; port: number }) => Buffer | undefined,
): Promise<UdpAgent> {
  const socket = createSocket('udp4');
  const requests: number[] = [];
  socket.on('message', (question, { port }) => {
    requests.push(port);
    const reply = answer(question, { socket, port });
    if (reply) socket.send(reply, port, '127.0.0.1');
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return {
    address: `127.0.0.1:${socket.address().port}`,
    requests,
    async close() {
      socket.close();
      await once(socket, 'close');
    },
  };
}

/** Whether this UDP port is closed: the system then reports it as unreachable. */
export async function isClosed(port: number): Promise<boolean> {
  const socket = createSocket('udp4');
  socket.connect(port, '127.0.0.1');
  await once(socket, 'connect');
  const answer = Promise.race([
    once(socket, 'error').then(() => true),
    // Datagrams that arrived while this process was busy are handled first.
    new Promise<false>((resolve) => setTimeout(() => setImmediate(() => resolve(false)), 100)),
  ]);
  socket.send('');
  const closed = await answer;
  socket.close();
  return closed;
}
