import classes from './new-feed.module.css';

export interface Choice<Value extends string> {
  readonly value: Value;
  readonly name: string;
  readonly about: string | undefined;
}

interface ChoiceCardsProps<Value extends string> {
  /** Of the group, for screen readers. */
  readonly label: string;
  /** Of the inputs. */
  readonly name: string;
  readonly choices: readonly Choice<Value>[];
  readonly chosen: Value | undefined;
  readonly onChoose: (value: Value) => void;
}

/** One of a few, each with a sentence. */
export const ChoiceCards = <Value extends string>({
  label,
  name: group,
  choices,
  chosen,
  onChoose,
}: ChoiceCardsProps<Value>) => (
  <fieldset className={classes['types']} aria-label={label}>
    {choices.map(({ value, name, about }) => (
      <label key={value} className={classes['type']}>
        <input
          type="radio"
          name={group}
          value={value}
          checked={value === chosen}
          onChange={() => onChoose(value)}
        />
        <span>
          <strong>{name}</strong>
          {about}
        </span>
      </label>
    ))}
  </fieldset>
);
