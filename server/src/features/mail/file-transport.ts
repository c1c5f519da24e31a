import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { MailTransport, Message, Outcome } from './transport.js';

/** For an installation without SMTP: each mail is a file that mail programs open. */
export class FileTransport implements MailTransport {
  constructor(private readonly directory: string) {}

  async deliver({ id, raw }: Message): Promise<Outcome> {
    const file = join(this.directory, `${id}.eml`);
    const draft = `${file}.part`;
    try {
      await mkdir(this.directory, { recursive: true, mode: 0o700 });
      // Whoever watches the directory sees whole mails only.
      await writeFile(draft, raw, { mode: 0o600, flush: true });
      await rename(draft, file);
      return { is: 'sent' };
    } catch (error) {
      return { is: 'unreachable', error: error instanceof Error ? error.message : String(error) };
    }
  }

  close(): void {
    // Nothing is held between two mails.
  }
}
