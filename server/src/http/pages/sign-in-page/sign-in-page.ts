import type { I18n } from '../../../messages/i18n.js';
import type { CertificateAssets } from '../certificate-page/certificate-assets.js';
import { noticePage, type Notice } from '../certificate-page/notice-page.js';
import { html, type Html } from '../html.js';

/** The style of certificates, without their script. */
export type SignInAssets = Pick<CertificateAssets, 'style' | 'icon'>;

/** A page of the sign-in process. */
export const signInPage = ({ style, icon }: SignInAssets, i18n: I18n, view: Notice): Html =>
  noticePage({ style, icon }, i18n, view);

// A form without an action posts to the address of its page, including the chosen language.
const form = (label: string, field?: Html): Html =>
  html`<form method="post">
    ${field}
    <button class="button main" type="submit">${label}</button>
  </form>`;

export const readyView = (i18n: I18n, account: string, address: string): Notice => ({
  heading: i18n.t('mail.signIn.action'),
  text: i18n.t('signIn.text', { account, address }),
  action: form(i18n.t('mail.signIn.action')),
});

/** Using the link makes the visitor a user of the account, so the page must name the account. */
export const invitationView = ({ t }: I18n, account: string, address: string): Notice => ({
  heading: t('mail.invitation.action'),
  text: t('signIn.invitation', { account, address }),
  action: form(t('mail.invitation.action')),
});

interface Choice {
  readonly accountId: string;
  readonly name: string;
  readonly since: Date;
}

/** `email` is what the visitor typed before, so that it need not be typed again. */
export const choiceView = (
  { t, date }: I18n,
  address: string,
  choices: readonly Choice[],
  email: string | undefined,
): Notice => ({
  heading: t('signIn.choiceTitle'),
  text: t('signIn.choiceText', { address }),
  action: html`<form method="post" class="choices">
    ${email === undefined ? undefined : html`<input type="hidden" name="email" value="${email}" />`}
    ${choices.map(
      ({ accountId, name, since }) =>
        html`<button class="button" type="submit" name="account" value="${accountId}">
          ${name}<small>${t('app.users.since', { date: date(since) })}</small>
        </button>`,
    )}
  </form>`,
});

/** The link was requested in another browser, so the visitor must enter the email address it was sent to. */
export const otherBrowserView = (i18n: I18n, { isWrong }: { isWrong: boolean }): Notice => {
  const { t } = i18n;
  const described = isWrong ? html`aria-invalid="true" aria-describedby="wrong"` : undefined;
  const wrong = html`<p class="wrong" id="wrong" role="alert">${t('signIn.wrongAddress')}</p>`;
  return {
    heading: t('mail.signIn.action'),
    text: t('signIn.elsewhere'),
    action: form(
      t('mail.signIn.action'),
      html`<div class="field">
        <label for="email">${t('signIn.address')}</label>
        <input
          id="email"
          name="email"
          type="email"
          autocomplete="email"
          maxlength="254"
          required
          ${described}
        />
        ${isWrong ? wrong : undefined}
      </div>`,
    ),
  };
};

export const expiredView = ({ t }: I18n): Notice => ({
  heading: t('signIn.expiredTitle'),
  text: t('signIn.expiredText'),
  action: askAgain(t('signIn.requestAgain')),
});

export const unknownView = ({ t }: I18n): Notice => ({
  heading: t('signIn.missingTitle'),
  text: t('signIn.missingText'),
  action: askAgain(t('signIn.requestAgain')),
});

const askAgain = (label: string): Html =>
  html`<p class="actions"><a class="button main" href="/">${label}</a></p>`;
