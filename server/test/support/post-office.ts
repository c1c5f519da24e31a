import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { readMail, type ReadMail } from './read-mail.js';

export interface ReceivedMail extends ReadMail {
  readonly from: string;
  readonly to: string;
  readonly raw: string;
}

/** What a server may do with a mail besides taking it. */
export type Mood = 'take' | 'drop' | 'hang' | { readonly code: number; readonly at: 'RCPT' | 'DATA' };

export interface PostOffice {
  readonly url: string;
  readonly port: number;
  /** In the order in which they were taken. */
  readonly taken: ReceivedMail[];
  /** How many got as far as their text, taken or not. */
  readonly seen: () => number;
  /** Mails to this address that it has taken. */
  to(address: string): ReceivedMail[];
  /** Asked for each mail; `take` unless told otherwise. */
  mood: (address: string) => Mood;
  close(): Promise<void>;
}

/** A real SMTP server on a free port, that keeps what it gets. */
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
          // The whole mail is here; the sender gets no word about it.
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
