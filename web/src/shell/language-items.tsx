import { Menu } from '@mantine/core';
import { IconCheck } from '../icons/icons.js';
import { localeNames, locales, type Locale } from '../../../server/src/messages/locales.js';
import { useLanguage } from '../i18n/i18n-provider.js';

/** Each language is shown by its own name. */
export function LanguageItems({ onChoose }: { readonly onChoose: (locale: Locale) => void }) {
  const { locale: spoken } = useLanguage();
  return locales.map((locale) => (
    <Menu.Item
      key={locale}
      lang={locale}
      onClick={() => onChoose(locale)}
      aria-current={locale === spoken || undefined}
      rightSection={locale === spoken && <IconCheck size={16} aria-hidden="true" />}
    >
      {localeNames[locale]}
    </Menu.Item>
  ));
}
