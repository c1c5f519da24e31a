import { useState } from 'react';
import { maxUserLines } from '../../api/limits.js';
import { screenPath, useScope } from '../../api/scope.js';
import { Card } from '../../components/card.js';
import { ChosenFile } from '../../components/file-import/chosen-file.js';
import { CsvColumns } from '../../components/file-import/csv-columns.js';
import type { CsvFile } from '../../components/file-import/csv-file.js';
import { FileDropzone } from '../../components/file-import/file-dropzone.js';
import classes from '../../components/file-import/file-import.module.css';
import { ScreenHeader } from '../../components/screen-header.js';
import { useI18n } from '../../i18n/use-i18n.js';
import { ImportPreview } from './import-preview.js';
import { useUserPreview } from './use-user-import.js';

const columns = ['email', 'full_name', 'locale', 'permission', 'account'] as const;

export function View() {
  const { t } = useI18n();
  const { account } = useScope();
  return (
    <>
      <ScreenHeader
        back={{ to: screenPath(account.id, 'users'), label: t('app.users.title') }}
        title={t('app.users.import')}
        intro={t('app.users.importIntro')}
      />
      <Import />
    </>
  );
}

function Import() {
  const { t } = useI18n();
  const [file, setFile] = useState<CsvFile>();
  const { data: preview, error } = useUserPreview(file);
  if (!file)
    return (
      <Card>
        <div className={classes['choice']}>
          <FileDropzone
            limit={t('app.users.importLimit', { max: maxUserLines })}
            tooLarge={t('app.users.importTooLarge', { max: maxUserLines })}
            onChoose={setFile}
          />
          <CsvColumns
            columns={columns.map((name) => [name, t(`app.users.column.${name}`)])}
            examples={['office@example.com,Front desk,en,full,', 'reports@example.com,,de,restricted,']}
            fileName="users.csv"
          />
        </div>
      </Card>
    );
  return (
    <ChosenFile file={file} error={error} onAnother={() => setFile(undefined)}>
      {preview && <ImportPreview file={file} preview={preview} />}
    </ChosenFile>
  );
}
