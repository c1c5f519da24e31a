import { Button, Menu } from '@mantine/core';
import { IconLanguage } from '../icons/icons.js';
import { localeNames } from '../../../server/src/messages/locales.js';
import { useLanguage } from '../i18n/i18n-provider.js';
import { useI18n } from '../i18n/use-i18n.js';
import { LanguageItems } from './language-items.js';

/** For visitors who are not signed in. */
export function LanguageMenu() {
  const { t } = useI18n();
  const { locale, setLocale } = useLanguage();
  return (
    <Menu position="bottom-end" shadow="md">
      <Menu.Target>
        <Button
          variant="subtle"
          size="sm"
          leftSection={<IconLanguage size={18} aria-hidden="true" />}
          aria-label={t('app.language.now', { language: localeNames[locale] })}
        >
          {localeNames[locale]}
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah="70vh" style={{ overflowY: 'auto' }}>
        <LanguageItems onChoose={setLocale} />
      </Menu.Dropdown>
    </Menu>
  );
}
