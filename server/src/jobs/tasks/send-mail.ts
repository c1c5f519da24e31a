import { findAnyAccount } from '../../features/accounts/account-store.js';
import { sendMails } from '../../features/mail/send-mails.js';
import { sendMailJob } from '../../features/mail/enqueue-sending.js';
import type { Task } from '../task.js';

/** Runs immediately for an account with new mails; every minute for all due mails. */
export const sendMailTask: Task = {
  ...sendMailJob,
  lane: 'short',
  schedule: { cron: '* * * * *', catchUpDays: 0 },
  async run(context, { payload, stopping: signal }) {
    const { account_id: id } = payload as { account_id?: string };
    if (id === undefined) return sendMails(context, { signal });
    const account = await findAnyAccount(context.db, id);
    if (account) await sendMails(context, { account: account.id, signal });
  },
};
