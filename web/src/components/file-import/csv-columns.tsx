import { Button, Title } from '@mantine/core';
import { IconDownload } from '../../icons/icons.js';
import { useI18n } from '../../i18n/use-i18n.js';
import { saveFile } from '../save-file.js';
import classes from './file-import.module.css';

interface CsvColumnsProps {
  /** The names of the columns, and what belongs there. */
  readonly columns: readonly (readonly [name: string, meaning: string])[];
  /** The lines of the template after its header. */
  readonly examples: readonly string[];
  readonly fileName: string;
}

/** What a file contains, with a template of it. */
export function CsvColumns({ columns, examples, fileName }: CsvColumnsProps) {
  const { t } = useI18n();
  const template = (): string[] =>
    [columns.map(([name]) => name).join(), ...examples].map((line) => `${line}\r\n`);
  return (
    <div>
      <Title order={2}>{t('app.deposits.columns')}</Title>
      <dl className={classes['columns']}>
        {columns.map(([name, meaning]) => (
          <div key={name}>
            <dt>
              <code>{name}</code>
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
      <Button
        variant="default"
        leftSection={<IconDownload size={18} aria-hidden="true" />}
        onClick={() => saveFile(new Blob(template(), { type: 'text/csv' }), fileName)}
      >
        {t('app.deposits.template')}
      </Button>
    </div>
  );
}
