import type { I18n } from '../../../messages/i18n.js';
import { sandboxUrl } from '../../../messages/links.js';
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

/** How the visitor can go on. */
export interface SignInOptions {
  /** Whether the link can sign in by itself. */
  readonly linkSignsIn: boolean;
  /** Whether links cannot be requested: then one only serves to add a passkey. */
  readonly needsOtherWay: boolean;
  readonly provider: { readonly label: string; readonly href: string } | undefined;
}

function wayOn({ t }: I18n, label: string, { linkSignsIn, needsOtherWay, provider }: SignInOptions): Html {
  const button = linkSignsIn ? form(label) : undefined;
  return html`${
    provider &&
    html`<p class="actions">
      <a class="button main" href="${provider.href}">${t('app.signIn.oidc', { provider: provider.label })}</a>
    </p>`
  }
  ${linkSignsIn && needsOtherWay ? html`<p>${t('signIn.passkeyNext')}</p>` : undefined} ${button}
  ${!linkSignsIn && !provider ? html`<p>${t('app.signIn.none')}</p>` : undefined}`;
}

export const readyView = (i18n: I18n, account: string, address: string, ways: SignInOptions): Notice => ({
  heading: i18n.t('mail.signIn.action'),
  text: i18n.t('signIn.text', { account, address }),
  action: wayOn(i18n, i18n.t('mail.signIn.action'), ways),
});

/** Using the link makes the visitor a user of the account, so the page must name the account. */
export const invitationView = (
  i18n: I18n,
  account: string,
  address: string,
  ways: SignInOptions,
): Notice => ({
  heading: i18n.t('mail.invitation.action'),
  text: i18n.t('signIn.invitation', { account, address }),
  action: wayOn(i18n, i18n.t('mail.invitation.action'), ways),
});

/** The link of a mail that a sandbox has not sent. */
export const sandboxLinkView = ({ t }: I18n, sandboxId: string): Notice => ({
  heading: t('sandbox.linkTitle'),
  text: t('sandbox.linkText'),
  action: html`<p class="actions">
    <a class="button main" href="${sandboxUrl('', sandboxId)}/">${t('sandbox.linkAction')}</a>
  </p>`,
  isSandbox: true,
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

export const expiredView = ({ t }: I18n, { needsOtherWay }: SignInOptions): Notice => ({
  heading: t('signIn.expiredTitle'),
  text: t('signIn.expiredText'),
  action: askAgain(t(needsOtherWay ? 'signIn.back' : 'signIn.requestAgain')),
});

export const unknownView = ({ t }: I18n, { needsOtherWay }: SignInOptions): Notice => ({
  heading: t('signIn.missingTitle'),
  text: t('signIn.missingText'),
  action: askAgain(t(needsOtherWay ? 'signIn.back' : 'signIn.requestAgain')),
});

const askAgain = (label: string): Html =>
  html`<p class="actions"><a class="button main" href="/">${label}</a></p>`;
