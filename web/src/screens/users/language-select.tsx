import { NativeSelect } from '@mantine/core';
import { localeNames, locales, type Locale } from '../../../../server/src/messages/locales.js';
import { useSaveLanguage } from '../../session/use-save-language.js';
import { useLanguage } from '../../i18n/i18n-provider.js';
import { useI18n } from '../../i18n/use-i18n.js';

/** Only for the user's own language: the API does not let users change others'. */
export function LanguageSelect() {
  const { t } = useI18n();
  const { locale } = useLanguage();
  const choose = useSaveLanguage();
  return (
    <NativeSelect
      size="sm"
      aria-label={t('app.users.ownLanguage')}
      value={locale}
      onChange={(event) => choose(event.currentTarget.value as Locale)}
      data={locales.map((value) => ({ value, label: localeNames[value] }))}
    />
  );
}
