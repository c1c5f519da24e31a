import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { MailTransport, Message, Outcome } from './transport.js';

/** For an installation without SMTP: writes each mail to a file that mail programs can open. */
export class FileTransport implements MailTransport {
  constructor(private readonly directory: string) {}

  async deliver({ id, raw }: Message): Promise<Outcome> {
    const file = join(this.directory, `${id}.eml`);
    const draft = `${file}.part`;
    try {
      await mkdir(this.directory, { recursive: true, mode: 0o700 });
      // The rename makes sure that programs watching the directory only see complete mails.
      await writeFile(draft, raw, { mode: 0o600, flush: true });
      await rename(draft, file);
      return { is: 'sent' };
    } catch (error) {
      return { is: 'unreachable', error: error instanceof Error ? error.message : String(error) };
    }
  }

  close(): void {
    // No connection or file stays open between mails.
  }
}
