import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { useReasonText } from '../../api/reason.js';
import type { DepositPreview } from '../../api/wire.js';
import preview from '../../components/file-import/file-import.module.css';
import { useI18n } from '../../i18n/use-i18n.js';
import classes from './column-choice.module.css';
import { importFields, type Correction, type ImportField } from './import-fields.js';

interface CorrectLineProps {
  readonly line: DepositPreview['lines'][number];
  /** As many columns as follow that of the line's number. */
  readonly columns: number;
  readonly onCorrect: (correction: Correction) => void;
}

/** Everything that is wrong with a line, each beside the value, which can be corrected here. */
export function CorrectLine({ line: { line, faults, values }, columns, onCorrect }: CorrectLineProps) {
  const { lineText } = useReasonText();
  return (
    <td colSpan={columns} className={preview['fault']}>
      {faults.map(({ error, reason }) => {
        const text = reason ? lineText(reason) : undefined;
        const field = importFields.find((name) => name === reason?.field);
        return (
          <div key={error} className={classes['fault']}>
            <p lang={text === undefined ? 'en' : undefined}>{text ?? error}</p>
            {field && (
              <Value
                key={`${field} ${values[field] ?? ''}`}
                line={line}
                field={field}
                value={values[field] ?? ''}
                onCorrect={onCorrect}
              />
            )}
          </div>
        );
      })}
    </td>
  );
}

interface ValueProps extends Pick<CorrectLineProps, 'onCorrect'> {
  readonly line: number;
  readonly field: ImportField;
  readonly value: string;
}

function Value({ line, field, value, onCorrect }: ValueProps) {
  const { t, number } = useI18n();
  const [text, setText] = useState(value);
  const done = (): void => {
    if (text !== value) onCorrect({ line, field, value: text });
  };
  return (
    <TextInput
      size="sm"
      aria-label={t('app.deposits.correctValue', { field, line: number(line) })}
      value={text}
      maxLength={255}
      onChange={(event) => setText(event.currentTarget.value)}
      onBlur={done}
      onKeyDown={(event) => {
        if (event.key === 'Enter') done();
      }}
    />
  );
}
