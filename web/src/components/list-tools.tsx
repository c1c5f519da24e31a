import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useId, type ReactNode } from 'react';
import type { ListControl } from '../api/use-list-state.js';
import { today } from '../clock.js';
import { IconChevronDown, IconX } from '../icons/icons.js';
import { useI18n } from '../i18n/use-i18n.js';
import classes from './list-tools.module.css';

export interface ListFilter {
  /** As in the request. */
  readonly name: string;
  readonly label: string;
  /** The first one stands for no filter, with an empty value. */
  readonly options: readonly { readonly value: string; readonly label: string }[];
}

interface ListToolsProps {
  readonly list: ListControl;
  readonly filters?: readonly ListFilter[];
  /** For lists without headings to click. */
  readonly sorts?: readonly { readonly value: string; readonly label: string }[];
  /** Lists with days of their own, such as a month, have no range. */
  readonly hasRange?: boolean;
  readonly actions?: ReactNode;
}

/** What limits and sorts a list, above it. On narrow screens, a button shows it. */
export function ListTools({ list, filters = [], sorts, hasRange = true, actions }: ListToolsProps) {
  const { t, number } = useI18n();
  const [isOpen, { toggle }] = useDisclosure(false);
  const id = useId();
  const set = [list.from, list.until, ...Object.values(list.filters)].filter((value) => value !== '').length;
  const hasFields = hasRange || filters.length > 0 || sorts !== undefined;
  return (
    <div role="group" aria-label={t('app.list.filter')} className={classes['tools']}>
      {hasFields && (
        <Button
          variant="default"
          className={classes['toggle']}
          data-open={isOpen || undefined}
          rightSection={<IconChevronDown size={16} aria-hidden="true" className={classes['arrow']} />}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={toggle}
        >
          {t('app.list.filters')}
          {set > 0 && ` (${number(set)})`}
        </Button>
      )}
      <div id={id} className={classes['fields']} data-open={isOpen || undefined}>
        {hasRange && (
          <>
            <TextInput
              type="date"
              className={classes['day']}
              label={t('app.list.from')}
              max={list.until || today()}
              value={list.from}
              onChange={(event) => list.change({ from: event.currentTarget.value })}
            />
            <TextInput
              type="date"
              className={classes['day']}
              label={t('app.list.until')}
              min={list.from || undefined}
              value={list.until}
              onChange={(event) => list.change({ until: event.currentTarget.value })}
            />
          </>
        )}
        {filters.map(({ name, label, options }) => (
          <NativeSelect
            key={name}
            className={classes['choice']}
            label={label}
            data={[...options]}
            value={list.filters[name] ?? ''}
            onChange={(event) => list.change({ [name]: event.currentTarget.value })}
          />
        ))}
        {sorts && (
          <NativeSelect
            className={classes['choice']}
            label={t('app.list.sort')}
            data={[...sorts]}
            value={list.sort}
            onChange={(event) => list.change({ sort: event.currentTarget.value })}
          />
        )}
        {list.isLimited && (
          <Button variant="subtle" leftSection={<IconX size={16} aria-hidden="true" />} onClick={list.clear}>
            {t('app.list.clear')}
          </Button>
        )}
      </div>
      {actions && <div className={classes['actions']}>{actions}</div>}
    </div>
  );
}
