import { CsvColumns } from '../../components/file-import/csv-columns.js';
import { useI18n } from '../../i18n/use-i18n.js';
import { importFields } from './import-fields.js';
import { thisMonth } from './use-month.js';

export function CsvTemplate() {
  const { t } = useI18n();
  return (
    <CsvColumns
      columns={importFields.map((name) => [name, t(`app.deposits.column.${name}`)])}
      examples={[`,J-1001,${thisMonth()}-01,1200,A4,,,80,,`, `,J-1002,${thisMonth()}-01,,,,,,12.5,kg`]}
      fileName="deposits.csv"
    />
  );
}
