import { SegmentedControl } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { IconAlertTriangle, IconCircleCheck } from '../../icons/icons.js';
import { useI18n } from '../../i18n/use-i18n.js';
import { ErrorText } from '../error-text.js';
import { LoadMore } from '../load-more.js';
import classes from './file-import.module.css';

interface CheckedLinesProps<Line> {
  readonly lines: readonly Line[];
  readonly good: number;
  readonly bad: number;
  /** What a file without errors comes to. */
  readonly summary: ReactNode;
  /** The button that imports it. */
  readonly action: ReactNode;
  /** What can be done about bad lines; default: correcting the file. */
  readonly advice?: ReactNode;
  /** The button that imports the good lines and skips the bad ones. */
  readonly skipAction?: ReactNode;
  /** Why the import was refused. */
  readonly error: unknown;
  readonly table: (lines: readonly Line[]) => ReactNode;
}

const pageSize = 50;

/** The preview of a file: whether it can be imported, and its lines. */
export function CheckedLines<Line extends { readonly faults: readonly unknown[] }>(
  props: CheckedLinesProps<Line>,
) {
  const { lines, good, bad, summary, action, advice, skipAction, error, table } = props;
  const { t } = useI18n();
  const [chosen, setWhich] = useState<'bad' | 'all'>('bad');
  const which = bad > 0 ? chosen : 'all';
  const [shown, setShown] = useState(pageSize);
  const listed = which === 'bad' ? lines.filter((line) => line.faults.length > 0) : lines;
  const Icon = bad > 0 ? IconAlertTriangle : IconCircleCheck;
  return (
    <>
      <div className={classes['verdict']} data-state={bad > 0 ? 'bad' : 'good'} role="status">
        <Icon size={22} aria-hidden="true" />
        <p>
          <strong>
            {bad > 0
              ? t('app.deposits.badLines', { count: bad })
              : t('app.deposits.goodLines', { count: good })}
          </strong>
          <span>{bad > 0 ? (advice ?? t('app.deposits.badText')) : summary}</span>
        </p>
        {bad === 0 ? action : good > 0 && skipAction}
      </div>
      <ErrorText error={error} />
      {bad > 0 && good > 0 && (
        <SegmentedControl
          mb="md"
          aria-label={t('app.overview.measure')}
          value={which}
          onChange={(value) => {
            setWhich(value);
            setShown(pageSize);
          }}
          data={[
            { value: 'bad', label: t('app.deposits.linesWithErrors') },
            { value: 'all', label: t('app.deposits.allLines') },
          ]}
        />
      )}
      {table(listed.slice(0, shown))}
      <LoadMore hasMore={listed.length > shown} isBusy={false} onMore={() => setShown(shown + pageSize)} />
    </>
  );
}
