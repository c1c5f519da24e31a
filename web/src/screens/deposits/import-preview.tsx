import { Button, SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { IconAlertTriangle, IconCircleCheck } from '../../icons/icons.js';
import type { DepositPreview } from '../../api/wire.js';
import { ErrorText } from '../../components/error-text.js';
import { LoadMore } from '../../components/load-more.js';
import { useI18n } from '../../i18n/use-i18n.js';
import classes from './import.module.css';
import { PreviewTable } from './preview-table.js';
import { useImport, type CsvFile } from './use-import.js';

interface ImportPreviewProps {
  readonly file: CsvFile;
  readonly preview: DepositPreview;
}

const pageSize = 50;

export function ImportPreview({ file, preview }: ImportPreviewProps) {
  const { t } = useI18n();
  const taking = useImport(file, preview);
  const { bad, good, known, lines } = preview;
  const [which, setWhich] = useState<'bad' | 'all'>(bad > 0 ? 'bad' : 'all');
  const [shown, setShown] = useState(pageSize);
  const listed = which === 'bad' ? lines.filter(({ error }) => error !== null) : lines;
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
          <span>
            {bad > 0
              ? t('app.deposits.badText')
              : t('app.deposits.importTotals', { pages: preview.pages, trees: preview.trees })}
            {bad === 0 && known > 0 && ` ${t('app.deposits.knownLines', { count: known })}`}
          </span>
        </p>
        {bad === 0 && (
          <Button loading={taking.isPending} onClick={() => taking.mutate()}>
            {t('app.deposits.importAction', { count: good })}
          </Button>
        )}
      </div>
      <ErrorText error={taking.error} />
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
      <PreviewTable lines={listed.slice(0, shown)} />
      <LoadMore hasMore={listed.length > shown} isBusy={false} onMore={() => setShown(shown + pageSize)} />
    </>
  );
}
