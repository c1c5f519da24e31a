import type { FeedType } from '../../api/wire.js';
import { useI18n } from '../../i18n/use-i18n.js';
import { ChoiceCards } from './choice-cards.js';
import { typeHelp, typeName } from './feed-types.js';

interface FeedTypePickerProps {
  readonly types: readonly FeedType[];
  /** Whether other software can be chosen, too. */
  readonly hasPush: boolean;
  readonly chosen: string | undefined;
  readonly onChoose: (type: string) => void;
}

/** The option for push feeds. Names of types cannot begin with an underscore. */
export const pushType = '_push';

export function FeedTypePicker({ types, hasPush, chosen, onChoose }: FeedTypePickerProps) {
  const i18n = useI18n();
  const { t } = i18n;
  const pulled = types.map(({ type }) => {
    const about = typeHelp(type)?.about;
    return { value: type, name: typeName(i18n, type), about: about && t(about) };
  });
  const push = { value: pushType, name: t('app.feeds.push.name'), about: t('app.feeds.push.about') };
  return (
    <ChoiceCards
      label={t('app.feeds.whichType')}
      name="type"
      choices={hasPush ? [...pulled, push] : pulled}
      chosen={chosen}
      onChoose={onChoose}
    />
  );
}
