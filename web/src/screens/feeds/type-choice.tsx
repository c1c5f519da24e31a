import type { FeedType } from '../../api/wire.js';
import { useI18n } from '../../i18n/use-i18n.js';
import { helpFor, typeName } from './feed-types.js';
import classes from './new-feed.module.css';

interface TypeChoiceProps {
  readonly types: readonly FeedType[];
  readonly chosen: string | undefined;
  readonly onChoose: (type: string) => void;
}

/** Stands for every name that is not of a type that we read: no feed has it, as names do not begin so. */
export const push = '_push';

export function TypeChoice({ types, chosen, onChoose }: TypeChoiceProps) {
  const { t } = useI18n();
  const choices = [
    ...types.map(({ type }) => {
      const about = helpFor(type)?.about;
      return { type, name: typeName(type), about: about && t(about) };
    }),
    { type: push, name: t('app.feeds.push.name'), about: t('app.feeds.push.about') },
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
