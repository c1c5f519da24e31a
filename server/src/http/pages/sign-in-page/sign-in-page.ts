import type { Words } from '../../../messages/words.js';
import type { CertificateAssets } from '../certificate-page/certificate-assets.js';
import { languageSwitch } from '../certificate-page/language-switch.js';
import { documentShell, leaf } from '../document-shell.js';
import { html, type Html } from '../html.js';

/** The style of certificates, without their script. */
export type SignInAssets = Pick<CertificateAssets, 'style' | 'icon'>;

export interface SignInView {
  readonly heading: string;
  readonly text: string;
  /** A form or a link. */
  readonly action?: Html;
  /** The screen that the visitor will go to. */
  readonly next?: string | undefined;
}

/** A page of the sign-in process, with one message and one action. Works without scripts. */
export const signInPage = (
  { style, icon }: SignInAssets,
  words: Words,
  { heading, text, action, next }: SignInView,
): Html =>
  documentShell(
    { style, icon },
    {
      lang: words.locale,
      title: `${heading} · Regrove`,
      description: text,
      head: html`<meta name="robots" content="noindex" />`,
      body: html`<body class="notice">
        <main>
          ${leaf}
          <h1>${heading}</h1>
          <p>${text}</p>
          ${action}
        </main>
        ${languageSwitch(words, next === undefined ? {} : { next })}
      </body>`,
    },
  );

// A form without an action posts to the address of its page, including the chosen language.
const form = (label: string, field?: Html): Html =>
  html`<form method="post">
    ${field}
    <button class="button main" type="submit">${label}</button>
  </form>`;

export const readyView = (words: Words, account: string, address: string): SignInView => ({
  heading: words.say('mail.signIn.action'),
  text: words.say('signIn.text', { account, address }),
  action: form(words.say('mail.signIn.action')),
});

/** Using the link makes the visitor a user of the account, so the page must name the account. */
export const invitationView = ({ say }: Words, account: string, address: string): SignInView => ({
  heading: say('mail.invitation.action'),
  text: say('signIn.invitation', { account, address }),
  action: form(say('mail.invitation.action')),
});

interface Choice {
  readonly accountId: string;
  readonly name: string;
  readonly since: Date;
}

/** `email` is what the visitor typed before, so that it need not be typed again. */
export const choiceView = (
  { say, date }: Words,
  address: string,
  choices: readonly Choice[],
  email: string | undefined,
): SignInView => ({
  heading: say('signIn.choiceTitle'),
  text: say('signIn.choiceText', { address }),
  action: html`<form method="post" class="choices">
    ${email === undefined ? undefined : html`<input type="hidden" name="email" value="${email}" />`}
    ${choices.map(
      ({ accountId, name, since }) =>
        html`<button class="button" type="submit" name="account" value="${accountId}">
          ${name}<small>${say('app.users.since', { date: date(since) })}</small>
        </button>`,
    )}
  </form>`,
});

/** The link was requested in another browser, so the visitor must enter the email address it was sent to. */
export const otherBrowserView = (words: Words, { isWrong }: { isWrong: boolean }): SignInView => {
  const { say } = words;
  const described = isWrong ? html`aria-invalid="true" aria-describedby="wrong"` : undefined;
  const wrong = html`<p class="wrong" id="wrong" role="alert">${say('signIn.wrongAddress')}</p>`;
  return {
    heading: say('mail.signIn.action'),
    text: say('signIn.elsewhere'),
    action: form(
      say('mail.signIn.action'),
      html`<div class="field">
        <label for="email">${say('signIn.address')}</label>
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

export const expiredView = ({ say }: Words): SignInView => ({
  heading: say('signIn.expiredTitle'),
  text: say('signIn.expiredText'),
  action: askAgain(say('signIn.requestAgain')),
});

export const unknownView = ({ say }: Words): SignInView => ({
  heading: say('signIn.missingTitle'),
  text: say('signIn.missingText'),
  action: askAgain(say('signIn.requestAgain')),
});

const askAgain = (words: string): Html =>
  html`<p class="actions"><a class="button main" href="/">${words}</a></p>`;
