import { notifications } from '@mantine/notifications';
import type { Locale } from '../../../server/src/messages/locales.js';
import { useErrorText } from '../api/error-message.js';
import { useLanguage } from '../i18n/i18n-provider.js';
import { useUpdateSession } from './use-session.js';

/** Changes the language at once, and stores it for the user's mails. */
export function useSaveLanguage(): (locale: Locale) => void {
  const { setLocale } = useLanguage();
  const errorText = useErrorText();
  const change = useUpdateSession();
  return (locale) => {
    setLocale(locale);
    change.mutate(
      { locale },
      { onError: (error) => void notifications.show({ color: 'red', message: errorText(error) }) },
    );
  };
}
