import { Button, Menu } from '@mantine/core';
import { IconLanguage } from '@tabler/icons-react';
import { localeNames } from '../../../server/src/messages/locales.js';
import { useLanguage } from '../words/speaker.js';
import { useWords } from '../words/words.js';
import { LanguageItems } from './language-items.js';

/** For those who are not signed in. */
export function LanguageMenu() {
  const { say } = useWords();
  const { locale, speak } = useLanguage();
  return (
    <Menu position="bottom-end" shadow="md">
      <Menu.Target>
        <Button
          variant="subtle"
          size="sm"
          leftSection={<IconLanguage size={18} aria-hidden="true" />}
          aria-label={say('app.language.now', { language: localeNames[locale] })}
        >
          {localeNames[locale]}
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah="70vh" style={{ overflowY: 'auto' }}>
        <LanguageItems onChoose={speak} />
      </Menu.Dropdown>
    </Menu>
  );
}
