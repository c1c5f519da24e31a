import { Button, FileButton, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { IconFileText } from '../../icons/icons.js';
import { FormDialog } from '../../components/form-dialog.js';
import { Snippet } from '../../components/snippet.js';
import { useI18n } from '../../i18n/use-i18n.js';

interface CsvDialogProps {
  readonly title: string;
  readonly action: string;
  readonly text: string;
  readonly columns: string;
  /** Columns that a file may have besides, and what is said about them. */
  readonly optional?: { readonly text: string; readonly columns: string };
  readonly error: Error | null;
  readonly isBusy: boolean;
  readonly onSubmit: (csv: string) => void;
  readonly onClose: () => void;
}

/** Takes a file that can be edited in place: the server names the invalid lines. */
export function CsvDialog(props: CsvDialogProps) {
  const { title, action, text, columns, optional, error, isBusy, onSubmit, onClose } = props;
  const { t } = useI18n();
  const [csv, setCsv] = useState('');
  const [isMissing, setMissing] = useState(false);
  const type = (typed: string): void => {
    setCsv(typed);
    setMissing(false);
  };
  return (
    <FormDialog
      title={title}
      action={action}
      size="lg"
      error={error}
      isBusy={isBusy}
      onSubmit={(event) => {
        event.preventDefault();
        if (csv.trim() === '') setMissing(true);
        else onSubmit(csv);
      }}
      onClose={onClose}
    >
      <Text>{text}</Text>
      <Snippet text={columns} />
      {optional && (
        <>
          <Text>{optional.text}</Text>
          <Snippet text={optional.columns} />
        </>
      )}
      <FileButton accept=".csv,text/csv,text/plain" onChange={(file) => void file?.text().then(type)}>
        {(button) => (
          <Button {...button} variant="default" leftSection={<IconFileText size={18} aria-hidden="true" />}>
            {t('app.operator.credits.chooseFile')}
          </Button>
        )}
      </FileButton>
      <Textarea
        rows={8}
        label={t('app.operator.credits.csv')}
        error={isMissing && t('app.required')}
        value={csv}
        onChange={(event) => type(event.currentTarget.value)}
      />
    </FormDialog>
  );
}
