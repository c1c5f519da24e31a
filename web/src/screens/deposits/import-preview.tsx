import { Button } from '@mantine/core';
import type { DepositPreview } from '../../api/wire.js';
import { CheckedLines } from '../../components/file-import/checked-lines.js';
import type { CsvFile } from '../../components/file-import/csv-file.js';
import { useI18n } from '../../i18n/use-i18n.js';
import { PreviewTable } from './preview-table.js';
import { useImport } from './use-import.js';

interface ImportPreviewProps {
  readonly file: CsvFile;
  readonly preview: DepositPreview;
}

export function ImportPreview({ file, preview }: ImportPreviewProps) {
  const { t } = useI18n();
  const taking = useImport(file, preview);
  const { bad, good, known, lines, pages, trees } = preview;
  return (
    <CheckedLines
      lines={lines}
      good={good}
      bad={bad}
      summary={
        <>
          {t('app.deposits.importTotals', { pages, trees })}
          {known > 0 && ` ${t('app.deposits.knownLines', { count: known })}`}
        </>
      }
      action={
        <Button loading={taking.isPending} onClick={() => taking.mutate()}>
          {t('app.deposits.importAction', { count: good })}
        </Button>
      }
      error={taking.error}
      table={(listed) => <PreviewTable lines={listed} />}
    />
  );
}
