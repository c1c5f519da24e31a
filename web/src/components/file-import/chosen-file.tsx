import { Button, Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import { useI18n } from '../../i18n/use-i18n.js';
import { Card } from '../card.js';
import { ErrorText } from '../error-text.js';
import type { CsvFile } from './csv-file.js';

interface ChosenFileProps {
  readonly file: CsvFile;
  readonly error: Error | null;
  readonly onAnother: () => void;
  /** The preview, once it is loaded. */
  readonly children: ReactNode;
}

/** A file that was chosen for an import, with its preview. */
export function ChosenFile({ file, error, onAnother, children }: ChosenFileProps) {
  const { t } = useI18n();
  const another = (
    <Button variant="default" onClick={onAnother}>
      {t('app.deposits.anotherFile')}
    </Button>
  );
  return (
    <Card title={file.name} aside={another}>
      {children ?? (error ? <ErrorText error={error} /> : <Skeleton height="14rem" />)}
    </Card>
  );
}
