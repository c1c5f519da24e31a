import { useSuspenseQuery } from '@tanstack/react-query';
import {
  createContext,
  startTransition,
  use,
  useCallback,
  useEffect,
  useMemo,
  useState,
  type ReactNode,
} from 'react';
import { IntlProvider, useIntl } from 'react-intl';
import type { Locale } from '../../../server/src/messages/locales.js';
import { loadCatalogue, loadOperatorCatalogue } from './catalogues.js';
import { chosenLocale, rememberLocale } from './chosen-locale.js';
import { precise } from './words.js';

interface Language {
  readonly locale: Locale;
  readonly speak: (locale: Locale) => void;
}

const LanguageContext = createContext<Language | undefined>(undefined);

export function useLanguage(): Language {
  const language = use(LanguageContext);
  if (!language) throw new Error('Nothing is said outside of the speaker');
  return language;
}

const formats = { number: { precise } };

const asFile = {
  staleTime: Infinity,
  // Chunks are files, and files come or do not come whatever the API says.
  networkMode: 'always',
  retry: 2,
} as const;

/** Everything within is said in the chosen language. */
export function Speaker({ children }: { readonly children: ReactNode }) {
  const [locale, setLocale] = useState(chosenLocale);
  const { data: messages } = useSuspenseQuery({
    ...asFile,
    queryKey: ['catalogue', locale],
    queryFn: () => loadCatalogue(locale),
  });
  useEffect(() => {
    document.documentElement.lang = locale;
  }, [locale]);
  const speak = useCallback((chosen: Locale) => {
    rememberLocale(chosen);
    // The old words stay until the new ones are there.
    startTransition(() => setLocale(chosen));
  }, []);
  const language = useMemo<Language>(() => ({ locale, speak }), [locale, speak]);
  return (
    <LanguageContext value={language}>
      <IntlProvider locale={locale} messages={messages} formats={formats}>
        {children}
      </IntlProvider>
    </LanguageContext>
  );
}

/** Within, the words for operators are known as well. */
export function OperatorWords({ children }: { readonly children: ReactNode }) {
  const { locale } = useLanguage();
  const { messages: known } = useIntl();
  const { data: more } = useSuspenseQuery({
    ...asFile,
    queryKey: ['catalogue', locale, 'operator'],
    queryFn: () => loadOperatorCatalogue(locale),
  });
  const messages = useMemo(() => ({ ...(known as Record<string, string>), ...more }), [known, more]);
  return (
    <IntlProvider locale={locale} messages={messages} formats={formats}>
      {children}
    </IntlProvider>
  );
}
