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
export type Mood = 'take' | 'drop' | 'hang' | { readonly code: number; readonly at: 'RCPT' | 'DATA' };

export interface PostOffice {
  readonly url: string;
  readonly port: number;
  /** In the order of acceptance. */
  readonly taken: ReceivedMail[];
  /** How many mails were transmitted in full, accepted or not. */
  readonly seen: () => number;
  /** The accepted mails to this address. */
  to(address: string): ReceivedMail[];
  /** Called for each mail; accepts all by default. */
  mood: (address: string) => Mood;
  close(): Promise<void>;
}

/** A real SMTP server on a free port that stores what it receives. */
export async function openPostOffice(
  options: SMTPServerOptions & { port?: number } = {},
): Promise<PostOffice> {
  const taken: ReceivedMail[] = [];
  let seen = 0;
  const refusal = (code: number): Error => Object.assign(new Error('no'), { responseCode: code });
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS', 'AUTH'],
    closeTimeout: 100,
    ...options,
    onRcptTo({ address }, _session, done) {
      const mood = office.mood(address);
      done(typeof mood === 'object' && mood.at === 'RCPT' ? refusal(mood.code) : null);
    },
    onData(stream, session, done) {
      const { mailFrom, rcptTo } = session.envelope;
      const to = rcptTo[0]?.address ?? '';
      const mood = office.mood(to);
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        seen++;
        if (mood === 'drop') {
          // The whole mail has arrived, but the sender gets no response.
          (server as unknown as { connections: Set<{ _socket: { destroy(): void } }> }).connections.forEach(
            ({ _socket }) => _socket.destroy(),
          );
          return;
        }
        if (mood === 'hang') return;
        if (typeof mood === 'object') {
          done(refusal(mood.code));
          return;
        }
        const raw = Buffer.concat(chunks).toString('utf8');
        taken.push({ from: mailFrom === false ? '' : mailFrom.address, to, raw, ...readMail(raw) });
        done();
      });
    },
  });
  server.on('error', () => undefined);
  const office: PostOffice = {
    url: '',
    port: 0,
    taken,
    seen: () => seen,
    to: (address) => taken.filter((mail) => mail.to === address),
    mood: () => 'take',
    close: () => new Promise((resolve) => server.close(resolve)),
  };
  const listener = server.listen(options.port ?? 0, '127.0.0.1');
  await once(listener, 'listening');
  const { port } = listener.address() as AddressInfo;
  return Object.assign(office, { port, url: `smtp://127.0.0.1:${String(port)}` });
}
