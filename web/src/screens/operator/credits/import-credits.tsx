import { Button, FileButton, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { IconFileText } from '../../../icons/icons.js';
import type { ImportedCredits } from '../../../api/wire.js';
import { Snippet } from '../../../components/snippet.js';
import { FormDialog } from '../../../components/form-dialog.js';
import { useI18n } from '../../../i18n/use-i18n.js';
import { operatorRequest, useOperatorMutation } from '../operator-api.js';

const columns = 'project,serial,vintage_start,vintage_end,tonnes';

/** The file can be edited in place: the server names the invalid lines. */
export function ImportCredits({ onClose }: { readonly onClose: () => void }) {
  const { t } = useI18n();
  const [csv, setCsv] = useState('');
  const [isMissing, setMissing] = useState(false);
  const change = useOperatorMutation(() => operatorRequest<ImportedCredits>('POST', 'carbon-lots', { csv }), {
    successMessage: ({ lots, tonnes }) => t('app.operator.credits.imported', { lots, tonnes }),
    onSuccess: onClose,
  });
  const type = (text: string): void => {
    setCsv(text);
    setMissing(false);
  };
  return (
    <FormDialog
      title={t('app.operator.credits.import')}
      action={t('app.operator.credits.importAction')}
      size="lg"
      error={change.error}
      isBusy={change.isPending}
      onSubmit={(event) => {
        event.preventDefault();
        if (csv.trim() === '') setMissing(true);
        else change.mutate(undefined);
      }}
      onClose={onClose}
    >
      <Text>{t('app.operator.credits.importText')}</Text>
      <Snippet text={columns} />
      <FileButton accept=".csv,text/csv,text/plain" onChange={(file) => void file?.text().then(type)}>
        {(props) => (
          <Button {...props} variant="default" leftSection={<IconFileText size={18} aria-hidden="true" />}>
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
