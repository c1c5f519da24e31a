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
import { loadCatalogue, loadPart, type MessagePart } from './catalogues.js';
import { preferredLocale, savePreferredLocale } from './preferred-locale.js';
import { preciseFormat } from './use-i18n.js';

interface Language {
  readonly locale: Locale;
  readonly setLocale: (locale: Locale) => void;
}

const LanguageContext = createContext<Language | undefined>(undefined);

export function useLanguage(): Language {
  const language = use(LanguageContext);
  if (!language) throw new Error('useLanguage is used outside of I18nProvider');
  return language;
}

const formats = { number: { precise: preciseFormat } };

const catalogueQueryOptions = {
  staleTime: Infinity,
  // Static files do not depend on the state of the API.
  networkMode: 'always',
  retry: 2,
} as const;

export function I18nProvider({ children }: { readonly children: ReactNode }) {
  const [locale, showLocale] = useState(preferredLocale);
  const { data: messages } = useSuspenseQuery({
    ...catalogueQueryOptions,
    queryKey: ['catalogue', locale],
    queryFn: () => loadCatalogue(locale),
  });
  useEffect(() => {
    document.documentElement.lang = locale;
  }, [locale]);
  const setLocale = useCallback((chosen: Locale) => {
    savePreferredLocale(chosen);
    // Keeps the old messages visible until the new ones are loaded.
    startTransition(() => showLocale(chosen));
  }, []);
  const language = useMemo<Language>(() => ({ locale, setLocale }), [locale, setLocale]);
  return (
    <LanguageContext value={language}>
      <IntlProvider locale={locale} messages={messages} formats={formats}>
        {children}
      </IntlProvider>
    </LanguageContext>
  );
}

interface MessagesOfProps {
  readonly part: MessagePart;
  readonly children: ReactNode;
}

/** Adds messages that only some screens have. */
export function MessagePartProvider({ part, children }: MessagesOfProps) {
  const { locale } = useLanguage();
  const { messages: known } = useIntl();
  const { data: more } = useSuspenseQuery({
    ...catalogueQueryOptions,
    queryKey: ['catalogue', locale, part],
    queryFn: () => loadPart(part, locale),
  });
  const messages = useMemo(() => ({ ...(known as Record<string, string>), ...more }), [known, more]);
  return (
    <IntlProvider locale={locale} messages={messages} formats={formats}>
      {children}
    </IntlProvider>
  );
}
