import { notifications } from '@mantine/notifications';
import type { Locale } from '../../../server/src/messages/locales.js';
import { useExplain } from '../api/explain.js';
import { useLanguage } from '../i18n/i18n-provider.js';
import { useChangeSession } from './use-session.js';

/** Speaks the language at once, here and in mail to whoever is signed in. */
export function useChooseLanguage(): (locale: Locale) => void {
  const { setLocale } = useLanguage();
  const explain = useExplain();
  const change = useChangeSession();
  return (locale) => {
    setLocale(locale);
    change.mutate(
      { locale },
      { onError: (error) => void notifications.show({ color: 'red', message: explain(error) }) },
    );
  };
}
