import { Option } from 'commander';
import { listMails, mailStates, type ListedMail, type MailState } from '../features/mail/mail-list-store.js';
import { retryMail } from '../features/mail/retry-mail.js';
import type { Instance } from '../database/instance.js';
import { formatNullable, formatTimestamp } from '../wire/times.js';
import type { Command } from './command.js';
import { onInstance, table, type CliEnvironment, type Outcome } from './command-line.js';
import { readId } from './option-parsers.js';

const maxShown = 1000;

export function addMailCommands(program: Command, line: CliEnvironment): void {
  const mail = program.command('mail').description('manage mails');
  onInstance(
    line,
    mail
      .command('list')
      .description(`the newest ${String(maxShown)}`)
      .example('mail list --state failed')
      .addOption(new Option('--state <state>', 'only those').choices(mailStates)),
    list,
  );
  onInstance(
    line,
    mail
      .command('retry')
      .argument('<mail-id>', 'as `mail list` shows it', readId)
      .description('send a mail that has failed, is held, or may not have been sent')
      .example('mail retry ID'),
    retry,
  );
}

async function list({ context }: Instance, { state }: { state?: MailState }): Promise<Outcome> {
  const mails = (await listMails(context.db, state, maxShown)).map(present);
  return {
    value: mails,
    text:
      mails.length === 0
        ? 'No mails'
        : table(
            ['id', 'kind', 'to', 'state', 'attempts', 'created', 'superseded', 'last error'],
            mails.map((mail) => [
              mail.id,
              mail.kind,
              mail.to,
              mail.state,
              mail.attempts,
              mail.created_at,
              mail.superseded,
              mail.last_error,
            ]),
          ),
  };
}

async function retry({ context }: Instance, id: string): Promise<Outcome> {
  const mail = present(await retryMail(context, id));
  return { value: mail, text: `Mail ${id} to ${mail.to} will be sent` };
}

const present = (mail: ListedMail) => ({
  id: mail.id,
  account_id: mail.accountId,
  kind: mail.kind,
  to: mail.address,
  state: mail.state,
  attempts: mail.attempts,
  created_at: formatTimestamp(mail.createdAt),
  next_try_at: formatTimestamp(mail.nextTryAt),
  sent_at: formatNullable(mail.sentAt),
  last_error: mail.lastError,
  superseded: mail.superseded,
});
