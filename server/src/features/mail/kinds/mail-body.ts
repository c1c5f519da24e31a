import type { I18n } from '../../../messages/i18n.js';
import type { Claims } from '../../../platform/config/claims-setting.js';
import type { MailContent, Part } from '../mail-content.js';
import type { Content } from '../mail.js';

export interface RenderMailOptions {
  readonly baseUrl: string;
  /** The token in the link of an invitation or a sign-in. */
  readonly secret: string;
  /** Whether the reader can choose which mails to get: those of a sandbox have nobody to choose. */
  readonly hasChoice?: boolean;
  /** Absent: the default. */
  readonly claims?: Claims | undefined;
}

export interface MailBodyContext extends RenderMailOptions {
  readonly i18n: I18n;
  /** The name as used in the body; shorter in the subject. */
  readonly account: string;
  readonly accountInSubject: string;
  readonly accountId: string;
}

export type FactsOf<Kind extends Content['kind']> = Extract<Content, { kind: Kind }>['facts'];
export type MailBody = Pick<MailContent, 'subject' | 'parts'>;

export const paragraph = (text: string): Part => ({ is: 'paragraph', text });
export const note = (text: string): Part => ({ is: 'note', text });
export const action = ({ t }: I18n, label: string, url: string): Part => ({
  is: 'action',
  link: { label, url },
  fallback: t('mail.linkFallback'),
});
