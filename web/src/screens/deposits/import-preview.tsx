import { Button, Switch } from '@mantine/core';
import { useScope } from '../../api/scope.js';
import type { DepositPreview } from '../../api/wire.js';
import { CheckedLines } from '../../components/file-import/checked-lines.js';
import type { CsvFile } from '../../components/file-import/csv-file.js';
import { useI18n } from '../../i18n/use-i18n.js';
import { ColumnChoice } from './column-choice.js';
import { withCorrection, type ImportChoices } from './import-fields.js';
import { PreviewTable } from './preview-table.js';
import { useImport } from './use-import.js';

interface ImportPreviewProps {
  readonly file: CsvFile;
  readonly preview: DepositPreview;
  /** Whether the preview is still that of former choices. */
  readonly isChecking: boolean;
  readonly choices: ImportChoices;
  readonly onChoose: (choices: ImportChoices) => void;
}

export function ImportPreview({ file, preview, isChecking, choices, onChoose }: ImportPreviewProps) {
  const { t } = useI18n();
  const { account } = useScope();
  const taking = useImport(file, choices, preview);
  const { bad, good, known, customers, lines, pages, trees } = preview;
  const take = (label: string) => (
    <Button loading={taking.isPending || isChecking} onClick={() => taking.mutate()}>
      {label}
    </Button>
  );
  const hasCustomers = preview.columns.customer !== undefined && account.role !== 'customer';
  return (
    <>
      {preview.delimiter !== '' && (
        <ColumnChoice preview={preview} onChange={(columns) => onChoose({ ...choices, columns })} />
      )}
      {hasCustomers && (
        <Switch
          mb="md"
          label={t('app.deposits.createCustomers')}
          checked={choices.createsCustomers}
          onChange={(event) => onChoose({ ...choices, createsCustomers: event.currentTarget.checked })}
        />
      )}
      <CheckedLines
        lines={lines}
        good={good}
        bad={bad}
        summary={
          <>
            {t('app.deposits.importTotals', { pages, trees })}
            {known > 0 && ` ${t('app.deposits.knownLines', { count: known })}`}
            {customers > 0 && ` ${t('app.deposits.newCustomers', { count: customers })}`}
          </>
        }
        action={good > 0 && take(t('app.deposits.importAction', { count: good }))}
        advice={t('app.deposits.correctHere')}
        skipAction={take(t('app.deposits.importGood', { count: good }))}
        error={taking.error}
        table={(listed) => (
          <PreviewTable lines={listed} onCorrect={(made) => onChoose(withCorrection(choices, made))} />
        )}
      />
    </>
  );
}
