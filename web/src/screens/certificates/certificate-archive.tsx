import { TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { accountEndpoint, appFile } from '../../api/app-request.js';
import { useScope } from '../../api/scope.js';
import { today } from '../../clock.js';
import { FormDialog } from '../../components/form-dialog.js';
import { saveFile } from '../../components/save-file.js';
import { useI18n } from '../../i18n/use-i18n.js';

/** The certificates of a month in one file. It is fetched, not linked to, so that a refusal can be shown. */
export function CertificateArchive({ onClose }: { readonly onClose: () => void }) {
  const { t, locale } = useI18n();
  const { account } = useScope();
  const [month, setMonth] = useState(today().slice(0, 7));
  const download = useMutation({
    mutationFn: () =>
      appFile(accountEndpoint(account, `exports/certificate-pdfs?month=${month}&locale=${locale}`)),
    onSuccess: (file) => {
      saveFile(file, `certificates-${month}.zip`);
      onClose();
    },
  });
  return (
    <FormDialog
      title={t('app.list.archive')}
      action={t('app.download')}
      error={download.error}
      isBusy={download.isPending}
      isReady={/^\d{4}-\d{2}$/.test(month)}
      onSubmit={(event) => {
        event.preventDefault();
        download.mutate();
      }}
      onClose={onClose}
    >
      <p>{t('app.list.archiveText')}</p>
      <TextInput
        data-autofocus
        type="month"
        label={t('app.month')}
        max={today().slice(0, 7)}
        value={month}
        onChange={(event) => setMonth(event.currentTarget.value)}
      />
    </FormDialog>
  );
}
