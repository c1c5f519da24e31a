import type { FeedType } from '../../api/wire.js';
import { useI18n } from '../../i18n/use-i18n.js';
import { typeHelp, typeName } from './feed-types.js';
import classes from './new-feed.module.css';

interface FeedTypePickerProps {
  readonly types: readonly FeedType[];
  readonly chosen: string | undefined;
  readonly onChoose: (type: string) => void;
}

/** The option for push feeds. Names of types cannot begin with an underscore. */
export const pushType = '_push';

export function FeedTypePicker({ types, chosen, onChoose }: FeedTypePickerProps) {
  const i18n = useI18n();
  const { t } = i18n;
  const choices = [
    ...types.map(({ type }) => {
      const about = typeHelp(type)?.about;
      return { type, name: typeName(i18n, type), about: about && t(about) };
    }),
    { type: pushType, name: t('app.feeds.push.name'), about: t('app.feeds.push.about') },
  ];
  return (
    <fieldset className={classes['types']} aria-label={t('app.feeds.whichType')}>
      {choices.map(({ type, name, about }) => (
        <label key={type} className={classes['type']}>
          <input
            type="radio"
            name="type"
            value={type}
            checked={type === chosen}
            onChange={() => onChoose(type)}
          />
          <span>
            <strong>{name}</strong>
            {about}
          </span>
        </label>
      ))}
    </fieldset>
  );
}
