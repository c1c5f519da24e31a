import { Button } from '@mantine/core';
import type { PlantingPreview } from '../../../api/wire.js';
import { CheckedLines } from '../../../components/file-import/checked-lines.js';
import type { CsvFile } from '../../../components/file-import/csv-file.js';
import preview from '../../../components/file-import/file-import.module.css';
import { LineFaults } from '../../../components/file-import/line-faults.js';
import { TableHead } from '../../../components/table-head.js';
import classes from '../../../components/table.module.css';
import { useI18n } from '../../../i18n/use-i18n.js';
import { usePlantingImport } from './use-planting-import.js';

type Line = PlantingPreview['lines'][number];

interface ImportPreviewProps {
  readonly file: CsvFile;
  readonly preview: PlantingPreview;
  readonly onDone: () => void;
}

export function ImportPreview({ file, preview: checked, onDone }: ImportPreviewProps) {
  const { t, number } = useI18n();
  const importing = usePlantingImport(file, onDone);
  const { lines, good, bad, created, updated } = checked;
  return (
    <CheckedLines
      lines={lines}
      good={good}
      bad={bad}
      summary={t('app.operator.plantings.importText', {
        created: number(created),
        updated: number(updated),
      })}
      action={
        <Button loading={importing.isPending} onClick={() => importing.mutate(undefined)}>
          {t('app.operator.plantings.importAction')}
        </Button>
      }
      error={importing.error}
      table={(listed) => (
        <table className={classes['table']}>
          <TableHead
            columns={[
              ['app.deposits.line'],
              ['app.operator.plantings.reference'],
              ['app.operator.plantings.plantedOn', 'wide'],
              ['app.trees', 'count'],
            ]}
          />
          <tbody>
            {listed.map((line) => (
              <PreviewRow key={line.line} {...line} />
            ))}
          </tbody>
        </table>
      )}
    />
  );
}

function PreviewRow({ line, planting, faults }: Line) {
  const { t, day, number, trees } = useI18n();
  if (!planting)
    return (
      <tr data-wrong className={preview['row']}>
        <th scope="row">{number(line)}</th>
        <LineFaults faults={faults} columns={3} />
      </tr>
    );
  const plantedOn = day(planting.planted_on);
  return (
    <tr className={preview['row']}>
      <th scope="row">{number(line)}</th>
      <td className={classes['long']}>
        <bdi>{planting.reference}</bdi>
        <span className={classes['detail']}>
          <bdi>{planting.project}</bdi>
        </span>
        <span className={classes['detail']}>
          {t(planting.is_new ? 'app.operator.plantings.new' : 'app.operator.plantings.update')}
        </span>
        <span className={`${classes['detail']} ${classes['narrow']}`}>{plantedOn}</span>
      </td>
      <td className={classes['wide']}>{plantedOn}</td>
      <td className={classes['count']}>{trees(planting.trees)}</td>
    </tr>
  );
}
