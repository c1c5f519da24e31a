import { describeUserAgent } from './describe-user-agent.js';
import { useI18n } from '../i18n/use-i18n.js';

/** A first name for a passkey: where it is made. */
export function usePasskeyName(): string {
  const { t } = useI18n();
  const { browser, system } = describeUserAgent(navigator.userAgent);
  return browser && system
    ? t('app.sessions.on', { browser, system })
    : (browser ?? system ?? t('app.passkeys.title'));
}
