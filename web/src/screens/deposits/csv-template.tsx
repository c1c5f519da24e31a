import { CsvColumns } from '../../components/file-import/csv-columns.js';
import { useI18n } from '../../i18n/use-i18n.js';
import { thisMonth } from './use-month.js';

const columns = ['pages', 'date', 'width', 'length', 'gsm'] as const;

export function CsvTemplate() {
  const { t } = useI18n();
  return (
    <CsvColumns
      columns={columns.map((name) => [name, t(`app.deposits.column.${name}`)])}
      examples={[`1200,${thisMonth()}-01,0.21,0.297,80`, `350,${thisMonth()}-01,0.297,0.42,90`]}
      fileName="deposits.csv"
    />
  );
}
