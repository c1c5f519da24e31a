import { NativeSelect } from '@mantine/core';
import { localeNames, locales, type Locale } from '../../../../server/src/messages/locales.js';
import { useChooseLanguage } from '../../session/use-choose-language.js';
import { useLanguage } from '../../words/speaker.js';
import { useWords } from '../../words/words.js';

/** The API lets nobody change the language of others. */
export function OwnLanguage() {
  const { say } = useWords();
  const { locale } = useLanguage();
  const choose = useChooseLanguage();
  return (
    <NativeSelect
      size="sm"
      aria-label={say('app.users.ownLanguage')}
      value={locale}
      onChange={(event) => choose(event.currentTarget.value as Locale)}
      data={locales.map((value) => ({ value, label: localeNames[value] }))}
    />
  );
}
