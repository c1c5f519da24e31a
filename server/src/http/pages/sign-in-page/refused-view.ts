import { isolateBidi } from '../../../features/mail/bidi-isolate.js';
import type { RefusedSignIn } from '../../../features/sessions/single-sign-on/sign-in-by-oidc.js';
import type { I18n } from '../../../messages/i18n.js';
import type { Notice } from '../certificate-page/notice-page.js';
import { html } from '../html.js';

interface Provider {
  readonly label: string;
  /** The screen that the visitor wanted to see. */
  readonly next: string | undefined;
}

/** Why single sign-on has not signed the visitor in. The sign-in screen has the other ways, and another attempt. */
export const refusedView = (i18n: I18n, { label, next }: Provider, refused: RefusedSignIn): Notice => ({
  heading: i18n.t('signIn.refusedTitle'),
  text: textOf(i18n, isolateBidi(label), refused),
  action: html`<p class="actions">
    <a class="button main" href="${next ?? '/'}">${i18n.t('signIn.back')}</a>
  </p>`,
  next,
  kept: keptOf(refused),
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

/** In the links to other languages: the answer of the provider cannot be used again. */
const keptOf = (refused: RefusedSignIn): Record<string, string> => ({
  why: refused.is,
  ...('address' in refused && { address: refused.address }),
  ...('code' in refused && { code: refused.code }),
});

/** From such a link. */
export function refusedIn(query: unknown): RefusedSignIn | undefined {
  const { why, address = '', code = '' } = query as Record<string, unknown>;
  if (typeof address !== 'string' || address.length > 254 || typeof code !== 'string') return undefined;
  switch (why) {
    case 'expired':
    case 'unreachable':
    case 'invalid':
      return { is: why };
    case 'unverified':
    case 'unknown':
    case 'invited':
    case 'otherAddress':
      return { is: why, address };
    case 'provider':
      return /^[a-z_]{1,64}$/.test(code) ? { is: why, code } : undefined;
    default:
      return undefined;
  }
}
