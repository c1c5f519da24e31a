import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import type { PrinterAgent } from './printer-agent.js';

export interface SlowAgent {
  readonly address: string;
  stop(): void;
}

/** The same agent behind a proxy that delays its answers. */
export async function startSlowAgent(
  { port }: Pick<PrinterAgent, 'port'>,
  delayMs: number,
): Promise<SlowAgent> {
  const line = createSocket('udp4');
  const timers = new Set<NodeJS.Timeout>();
  line.on('message', (question, asker) => {
    const toAgent = createSocket('udp4');
    toAgent.once('message', (answer) => {
      toAgent.close();
      timers.add(setTimeout(() => line.send(answer, asker.port, asker.address), delayMs));
    });
    toAgent.send(question, port, '127.0.0.1');
  });
  line.bind(0, '127.0.0.1');
  await once(line, 'listening');
  return {
    address: `127.0.0.1:${line.address().port}`,
    stop() {
      for (const timer of timers) clearTimeout(timer);
      line.close();
    },
  };
}
