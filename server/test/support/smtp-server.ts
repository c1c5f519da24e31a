import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { readMail, type ReadMail } from './read-mail.js';

export interface ReceivedMail extends ReadMail {
  readonly from: string;
  readonly to: string;
  readonly raw: string;
}

/** What a server does with a mail. */
export type SmtpBehaviour =
  | 'accept'
  | 'drop'
  | 'hang'
  | { readonly code: number; readonly at: 'RCPT' | 'DATA' };

export interface TestSmtpServer {
  readonly url: string;
  readonly port: number;
  /** In the order of acceptance. */
  readonly accepted: ReceivedMail[];
  /** How many mails were transmitted in full, accepted or not. */
  readonly received: () => number;
  /** The accepted mails to this address. */
  to(address: string): ReceivedMail[];
  /** Called for each mail; accepts all by default. */
  behaviour: (address: string) => SmtpBehaviour;
  close(): Promise<void>;
}

/** A real SMTP server on a free port that stores what it receives. */
export async function startSmtpServer(
  options: SMTPServerOptions & { port?: number } = {},
): Promise<TestSmtpServer> {
  const accepted: ReceivedMail[] = [];
  let received = 0;
  const refusal = (code: number): Error => Object.assign(new Error('no'), { responseCode: code });
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS', 'AUTH'],
    closeTimeout: 100,
    ...options,
    onRcptTo({ address }, _session, done) {
      const behaviour = smtp.behaviour(address);
      done(typeof behaviour === 'object' && behaviour.at === 'RCPT' ? refusal(behaviour.code) : null);
    },
    onData(stream, session, done) {
      const { mailFrom, rcptTo } = session.envelope;
      const to = rcptTo[0]?.address ?? '';
      const behaviour = smtp.behaviour(to);
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        received++;
        if (behaviour === 'drop') {
          // The whole mail has arrived, but the sender gets no response.
          (server as unknown as { connections: Set<{ _socket: { destroy(): void } }> }).connections.forEach(
            ({ _socket }) => _socket.destroy(),
          );
          return;
        }
        if (behaviour === 'hang') return;
        if (typeof behaviour === 'object') {
          done(refusal(behaviour.code));
          return;
        }
        const raw = Buffer.concat(chunks).toString('utf8');
        accepted.push({ from: mailFrom === false ? '' : mailFrom.address, to, raw, ...readMail(raw) });
        done();
      });
    },
  });
  server.on('error', () => undefined);
  const smtp: TestSmtpServer = {
    url: '',
    port: 0,
    accepted,
    received: () => received,
    to: (address) => accepted.filter((mail) => mail.to === address),
    behaviour: () => 'accept',
    close: () => new Promise((resolve) => server.close(resolve)),
  };
  const listener = server.listen(options.port ?? 0, '127.0.0.1');
  await once(listener, 'listening');
  const { port } = listener.address() as AddressInfo;
  return Object.assign(smtp, { port, url: `smtp://127.0.0.1:${String(port)}` });
}
