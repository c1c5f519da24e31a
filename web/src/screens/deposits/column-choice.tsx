import { Button, Select } from '@mantine/core';
import { useState } from 'react';
import type { DepositPreview } from '../../api/wire.js';
import { useI18n } from '../../i18n/use-i18n.js';
import classes from './column-choice.module.css';
import { importFields, type ImportColumns } from './import-fields.js';

interface ColumnChoiceProps {
  readonly preview: DepositPreview;
  readonly onChange: (columns: ImportColumns) => void;
}

/** Which column of the file is what. Closed while there is enough to read the file. */
export function ColumnChoice({ preview, onChange }: ColumnChoiceProps) {
  const { t } = useI18n();
  const { columns, headings } = preview;
  const isReadable = columns.sheets !== undefined || columns.weight !== undefined;
  const [isOpen, setOpen] = useState(!isReadable);
  const choose = (field: keyof ImportColumns, heading: string | null): void => {
    // A column is one thing only.
    const others = Object.entries(columns).filter(([other, name]) => other !== field && name !== heading);
    const kept: ImportColumns = Object.fromEntries(others);
    onChange(heading === null ? kept : { ...kept, [field]: heading });
  };
  const named = [...new Set(headings)].filter((heading) => heading !== '');
  return (
    <section className={classes['choice']}>
      <div className={classes['head']}>
        <p>
          {t('app.deposits.readAs', { delimiter: markOf(preview.delimiter), mark: preview.decimal_mark })}
        </p>
        <Button variant="default" size="xs" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {t('app.deposits.chooseColumns')}
        </Button>
      </div>
      {isOpen && (
        <div className={classes['fields']}>
          {importFields.map((field) => (
            <Select
              key={field}
              label={field}
              description={t(`app.deposits.column.${field}`)}
              data={named}
              value={columns[field] ?? null}
              placeholder={t('app.deposits.notInFile')}
              clearable
              onChange={(heading) => choose(field, heading)}
            />
          ))}
        </div>
      )}
    </section>
  );
}

const markOf = (delimiter: string): string => (delimiter === '\t' ? 'Tab' : delimiter);
