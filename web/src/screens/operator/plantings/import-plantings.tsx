import { Button } from '@mantine/core';
import { useState } from 'react';
import { maxPlantingLines, maxPlantingFileBytes } from '../../../api/limits.js';
import { Card } from '../../../components/card.js';
import { ChosenFile } from '../../../components/file-import/chosen-file.js';
import { CsvColumns } from '../../../components/file-import/csv-columns.js';
import type { CsvFile } from '../../../components/file-import/csv-file.js';
import { FileDropzone } from '../../../components/file-import/file-dropzone.js';
import classes from '../../../components/file-import/file-import.module.css';
import { ScreenHeader } from '../../../components/screen-header.js';
import { IconArrowLeft } from '../../../icons/icons.js';
import { useI18n } from '../../../i18n/use-i18n.js';
import { ImportPreview } from './import-preview.js';
import { usePlantingPreview } from './use-planting-import.js';

const columns = [
  'project',
  'reference',
  'planted_on',
  'trees',
  'partner',
  'species',
  'polygon',
  'survival',
  'source_url',
] as const;

const examples = [
  'Usambara Mountains,USA-2026-01,2026-03-21,1200,Green Hands,Olea africana;Juniperus procera,,,',
  'Usambara Mountains,USA-2026-02,2026-03-28,800,Green Hands,Olea africana,,"[{""audited_on"":""2026-09-30"",""rate"":0.94,""auditor"":""Forest Audit""}]",',
];

export function ImportPlantings({ onClose }: { readonly onClose: () => void }) {
  const { t } = useI18n();
  return (
    <>
      <ScreenHeader
        title={t('app.operator.plantings.import')}
        intro={t('app.operator.plantings.importIntro')}
        actions={
          <Button
            variant="default"
            leftSection={<IconArrowLeft size={18} aria-hidden="true" />}
            onClick={onClose}
          >
            {t('app.operator.plantings.title')}
          </Button>
        }
      />
      <Import onDone={onClose} />
    </>
  );
}

function Import({ onDone }: { readonly onDone: () => void }) {
  const { t } = useI18n();
  const [file, setFile] = useState<CsvFile>();
  const { data: preview, error } = usePlantingPreview(file);
  if (!file)
    return (
      <Card>
        <div className={classes['choice']}>
          <FileDropzone
            accept=".csv,.json,text/csv,application/json"
            maxBytes={maxPlantingFileBytes}
            limit={t('app.operator.plantings.importLimit', { max: maxPlantingLines })}
            tooLarge={t('app.operator.plantings.importTooLarge')}
            onChoose={setFile}
          />
          <CsvColumns
            columns={columns.map((name) => [name, t(`app.operator.plantings.column.${name}`)])}
            examples={examples}
            fileName="plantings.csv"
          />
        </div>
      </Card>
    );
  return (
    <ChosenFile file={file} error={error} onAnother={() => setFile(undefined)}>
      {preview && <ImportPreview file={file} preview={preview} onDone={onDone} />}
    </ChosenFile>
  );
}
