import { notifications } from '@mantine/notifications';
import type { Locale } from '../../../server/src/messages/locales.js';
import { useExplain } from '../api/explain.js';
import { useLanguage } from '../words/speaker.js';
import { useChangeSession } from './use-session.js';

/** Speaks the language at once, here and in mail to whoever is signed in. */
export function useChooseLanguage(): (locale: Locale) => void {
  const { speak } = useLanguage();
  const explain = useExplain();
  const change = useChangeSession();
  return (locale) => {
    speak(locale);
    change.mutate(
      { locale },
      { onError: (error) => void notifications.show({ color: 'red', message: explain(error) }) },
    );
  };
}
