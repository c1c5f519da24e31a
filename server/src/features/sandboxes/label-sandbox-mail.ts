import type { MailContent } from '../mail/mail-content.js';
import { i18nFor } from '../../messages/i18n.js';
import { defaultLocale, negotiateLocale } from '../../messages/locales.js';

/** Says in subject and body that nothing of it is real: integrators may pass on what they read here. */
export function labelSandboxMail(letter: MailContent, locale: string): MailContent {
  const { t } = i18nFor(negotiateLocale(locale, undefined, defaultLocale));
  return {
    ...letter,
    subject: `[${t('sandbox.word')}] ${letter.subject}`,
    parts: [{ is: 'mark', text: t('sandbox.mail') }, ...letter.parts],
  };
}
