import type { MailSettings } from '../../platform/config/mail-settings.js';
import { connectSmtp } from './smtp-connection.js';

/** Describes how mails are sent; throws if they cannot be. */
export async function checkSmtp({ smtp, directory }: MailSettings): Promise<string> {
  if (!smtp) return `no SMTP server is set: mails are written to ${directory}`;
  const where = `${smtp.host}:${smtp.port}`;
  try {
    const connection = await connectSmtp(smtp);
    const encryption = connection.secure ? 'with TLS' : 'without TLS';
    connection.close();
    return `${where} answers, ${encryption}`;
  } catch (error) {
    throw new Error(
      `${where} does not accept mails: ${error instanceof Error ? error.message : String(error)}`,
      {
        cause: error,
      },
    );
  }
}
