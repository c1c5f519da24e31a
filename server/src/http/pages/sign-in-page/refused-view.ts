import { isolateBidi } from '../../../platform/text/bidi-isolate.js';
import type { RefusedSignIn } from '../../../features/sessions/single-sign-on/refused-sign-in.js';
import type { I18n } from '../../../messages/i18n.js';
import type { Notice } from '../certificate-page/notice-page.js';
import { html } from '../html.js';

interface Attempt {
  /** Of the provider. */
  readonly label: string;
  /** The screen that the visitor wanted to see. */
  readonly next: string | undefined;
  /** The refusal for the links to other languages: the answer of the provider cannot be used again. */
  readonly sealed: string;
}

/** Why single sign-on has not signed the visitor in. The sign-in screen has the other ways, and another attempt. */
export const refusedView = (
  i18n: I18n,
  { label, next, sealed }: Attempt,
  refused: RefusedSignIn,
): Notice => ({
  heading: i18n.t('signIn.refusedTitle'),
  text: textOf(i18n, isolateBidi(label), refused),
  action: html`<p class="actions">
    <a class="button main" href="${next ?? '/'}">${i18n.t('signIn.back')}</a>
  </p>`,
  next,
  kept: { refused: sealed },
});

function textOf({ t }: I18n, provider: string, refused: RefusedSignIn): string {
  switch (refused.is) {
    case 'expired':
      return t('signIn.refusedExpired');
    case 'unreachable':
      return t('signIn.refusedUnreachable', { provider });
    case 'invalid':
      return t('signIn.refusedInvalid', { provider });
    case 'provider':
      return t('signIn.refusedProvider', { provider, code: refused.code });
    case 'unverified':
      return refused.address === ''
        ? t('signIn.refusedNoAddress', { provider })
        : t('signIn.refusedUnverified', { provider, address: isolateBidi(refused.address) });
    case 'unknown':
      return t('signIn.refusedUnknown', { address: isolateBidi(refused.address) });
    case 'invited':
      return t('signIn.refusedInvited', { address: isolateBidi(refused.address) });
    case 'otherAddress':
      return t('signIn.refusedOtherAddress', { address: isolateBidi(refused.address) });
  }
}
