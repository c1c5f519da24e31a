import { Checkbox, Switch } from '@mantine/core';
import type { EventType } from '@regrove/sdk';
import { eventKinds, kindNames, type EventKind } from '../../components/events/event-kinds.js';
import { useI18n } from '../../i18n/use-i18n.js';
import { eventsOf, typesIn } from './event-selection.js';
import classes from './webhooks.module.css';

interface EventChoiceProps {
  /** As in the API. */
  readonly value: readonly string[];
  readonly error?: string | undefined;
  readonly onChange: (value: string[]) => void;
}

/** Which events an endpoint gets: all, or some of each kind. */
export function EventChoice({ value, error, onChange }: EventChoiceProps) {
  const { t } = useI18n();
  const isAll = value.includes('*');
  const chosen = typesIn(value);
  const change = (types: readonly EventType[], isChosen: boolean): void => {
    const next = new Set(chosen);
    for (const type of types) {
      if (isChosen) next.add(type);
      else next.delete(type);
    }
    onChange(eventsOf(next));
  };
  return (
    <fieldset className={classes['choice']}>
      <legend>{t('app.webhooks.events')}</legend>
      <Switch
        checked={isAll}
        label={t('app.webhooks.everything')}
        description={t('app.webhooks.everythingHint')}
        error={error}
        onChange={(event) => onChange(event.currentTarget.checked ? ['*'] : [])}
      />
      {!isAll && (
        <div className={classes['kinds']}>
          {kindNames.map((kind) => (
            <KindChoice key={kind} kind={kind} chosen={chosen} onChange={change} />
          ))}
        </div>
      )}
    </fieldset>
  );
}

interface KindChoiceProps {
  readonly kind: EventKind;
  readonly chosen: ReadonlySet<EventType>;
  readonly onChange: (types: readonly EventType[], isChosen: boolean) => void;
}

function KindChoice({ kind, chosen, onChange }: KindChoiceProps) {
  const { t } = useI18n();
  const { label, types } = eventKinds[kind];
  const count = types.filter((type) => chosen.has(type)).length;
  return (
    <div className={classes['kind']}>
      <Checkbox
        fw={600}
        label={t(label)}
        checked={count === types.length}
        indeterminate={count > 0 && count < types.length}
        onChange={(event) => onChange(types, event.currentTarget.checked)}
      />
      {types.map((type) => (
        <Checkbox
          key={type}
          size="xs"
          className={classes['type']}
          label={t(`app.events.${type}`)}
          checked={chosen.has(type)}
          onChange={(event) => onChange([type], event.currentTarget.checked)}
        />
      ))}
    </div>
  );
}
