import { Button } from '@mantine/core';
import { useRef, useState, type DragEvent } from 'react';
import { IconFileSpreadsheet } from '../../icons/icons.js';
import { useI18n } from '../../i18n/use-i18n.js';
import type { CsvFile } from './csv-file.js';
import { decodeText } from './decode-text.js';
import classes from './file-import.module.css';

/** More than the maximum number of lines needs, and less than the server's limit. */
const usualBytes = 800_000;

interface FileDropzoneProps {
  /** How many lines a file may have. */
  readonly limit: string;
  /** The message for a file that has too many. */
  readonly tooLarge: string;
  /** File types and extensions; default: CSV. */
  readonly accept?: string;
  readonly maxBytes?: number;
  readonly onChoose: (file: CsvFile) => void;
}

export function FileDropzone({ limit, tooLarge, onChoose, ...types }: FileDropzoneProps) {
  const { accept = '.csv,text/csv', maxBytes = usualBytes } = types;
  const { t } = useI18n();
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const [isTooLarge, setTooLarge] = useState(false);
  const choose = async (file: File | null | undefined): Promise<void> => {
    setTooLarge(file != null && file.size > maxBytes);
    if (file && file.size <= maxBytes)
      onChoose({ name: file.name, csv: decodeText(await file.arrayBuffer()), key: crypto.randomUUID() });
  };
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    setOver(false);
    void choose(event.dataTransfer.files.item(0));
  };
  const over = (event: DragEvent): void => {
    event.preventDefault();
    setOver(true);
  };
  return (
    <div
      className={classes['drop']}
      data-over={isOver || undefined}
      onDragOver={over}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <IconFileSpreadsheet size={40} stroke={1.3} aria-hidden="true" />
      <p>{t('app.deposits.drop')}</p>
      <Button onClick={() => input.current?.click()}>{t('app.deposits.choose')}</Button>
      <input
        ref={input}
        type="file"
        accept={accept}
        hidden
        aria-label={t('app.deposits.choose')}
        onChange={(event) => {
          void choose(event.currentTarget.files?.item(0));
          // So that the same file can be chosen again after a fix.
          event.currentTarget.value = '';
        }}
      />
      <p
        className={classes['limit']}
        role={isTooLarge ? 'alert' : undefined}
        data-wrong={isTooLarge || undefined}
      >
        {isTooLarge ? tooLarge : limit}
      </p>
    </div>
  );
}
