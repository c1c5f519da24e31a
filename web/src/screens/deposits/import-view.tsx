import { useState } from 'react';
import { maxDepositLines } from '../../api/limits.js';
import { screenPath, useScope } from '../../api/scope.js';
import type { CsvFile } from '../../components/file-import/csv-file.js';
import { FileDropzone } from '../../components/file-import/file-dropzone.js';
import classes from '../../components/file-import/file-import.module.css';
import { ScreenHeader } from '../../components/screen-header.js';
import { Card } from '../../components/card.js';
import { ChosenFile } from '../../components/file-import/chosen-file.js';
import { useI18n } from '../../i18n/use-i18n.js';
import { ImportPreview } from './import-preview.js';
import { CsvTemplate } from './csv-template.js';
import { usePreview } from './use-import.js';

export function View() {
  const { t } = useI18n();
  const { account } = useScope();
  const isActive = account.status === 'active';
  return (
    <>
      <ScreenHeader
        back={{ to: screenPath(account.id, 'deposits'), label: t('app.deposits.title') }}
        title={t('app.deposits.import')}
        intro={t(isActive ? 'app.deposits.importIntro' : 'app.deposits.inactive')}
      />
      {isActive && <Import />}
    </>
  );
}

function Import() {
  const { t } = useI18n();
  const [file, setFile] = useState<CsvFile>();
  const { data: preview, error } = usePreview(file);
  if (!file)
    return (
      <Card>
        <div className={classes['choice']}>
          <FileDropzone
            limit={t('app.deposits.limit', { max: maxDepositLines })}
            tooLarge={t('app.deposits.tooLarge', { max: maxDepositLines })}
            onChoose={setFile}
          />
          <CsvTemplate />
        </div>
      </Card>
    );
  return (
    <ChosenFile file={file} error={error} onAnother={() => setFile(undefined)}>
      {preview && <ImportPreview file={file} preview={preview} />}
    </ChosenFile>
  );
}
