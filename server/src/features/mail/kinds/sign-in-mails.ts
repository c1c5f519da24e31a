import { signInUrl } from '../../../messages/links.js';
import { action, note, paragraph, type FactsOf, type MailBody, type MailBodyContext } from './mail-body.js';

export function invitation(
  { next }: FactsOf<'invitation'>,
  { i18n, account, accountInSubject, baseUrl, secret }: MailBodyContext,
): MailBody {
  const { t } = i18n;
  return {
    subject: t('mail.invitation.subject', { account: accountInSubject }),
    parts: [
      paragraph(t('mail.invitation.intro', { account })),
      action(i18n, t('mail.invitation.action'), signInUrl(baseUrl, secret, next)),
      note(t('mail.invitation.expires')),
      note(t('mail.invitation.ignore')),
    ],
  };
}

export function signIn(
  { minutes, next }: FactsOf<'sign-in'>,
  { i18n, baseUrl, secret }: MailBodyContext,
): MailBody {
  const { t } = i18n;
  return {
    subject: t('mail.signIn.subject'),
    parts: [
      paragraph(t('mail.signIn.intro')),
      action(i18n, t('mail.signIn.action'), signInUrl(baseUrl, secret, next)),
      note(t('mail.signIn.expires', { minutes })),
      note(t('mail.signIn.ignore')),
    ],
  };
}
