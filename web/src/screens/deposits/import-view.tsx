import { useState } from 'react';
import { maxDepositFileBytes, maxDepositLines } from '../../api/limits.js';
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
import { noChoices } from './import-fields.js';
import { mayImport } from './may-import.js';
import { usePreview } from './use-import.js';

export function View() {
  const { t } = useI18n();
  const { account } = useScope();
  const isPossible = mayImport(account);
  return (
    <>
      <ScreenHeader
        back={{ to: screenPath(account.id, 'deposits'), label: t('app.deposits.title') }}
        title={t('app.deposits.import')}
        intro={t(isPossible ? 'app.deposits.importIntro' : 'app.deposits.inactive')}
      />
      {isPossible && <Import />}
    </>
  );
}

function Import() {
  const { t } = useI18n();
  const [file, setFile] = useState<CsvFile>();
  if (file) return <CheckedFile key={file.key} file={file} onAnother={() => setFile(undefined)} />;
  return (
    <Card>
      <div className={classes['choice']}>
        <FileDropzone
          limit={t('app.deposits.limit', { max: maxDepositLines })}
          tooLarge={t('app.deposits.tooLarge', { max: maxDepositLines })}
          accept=".csv,.tsv,.txt,.jsonl,.ndjson,text/csv,text/tab-separated-values,text/plain,application/x-ndjson"
          maxBytes={maxDepositFileBytes}
          onChoose={setFile}
        />
        <CsvTemplate />
      </div>
    </Card>
  );
}

interface CheckedFileProps {
  readonly file: CsvFile;
  readonly onAnother: () => void;
}

function CheckedFile({ file, onAnother }: CheckedFileProps) {
  const [choices, setChoices] = useState(noChoices);
  const { data: preview, error, isPlaceholderData } = usePreview(file, choices);
  return (
    <ChosenFile file={file} error={error} onAnother={onAnother}>
      {preview && (
        <ImportPreview
          file={file}
          preview={preview}
          isChecking={isPlaceholderData}
          choices={choices}
          onChoose={(made) => setChoices({ ...made, version: choices.version + 1 })}
        />
      )}
    </ChosenFile>
  );
}
