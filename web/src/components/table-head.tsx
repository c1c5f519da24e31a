import { useI18n, type MessageKey } from '../i18n/use-i18n.js';
import classes from './table.module.css';

/** Its label, whether it holds numbers (`count`), and whether it is only on wide screens. */
type Column = readonly [label: MessageKey, ...styles: ('count' | 'wide')[]];

interface TableHeadProps {
  readonly columns: readonly Column[];
  /** Rows end with a menu. */
  readonly hasMenu?: boolean;
}

export function TableHead({ columns, hasMenu = false }: TableHeadProps) {
  const { t } = useI18n();
  return (
    <thead>
      <tr>
        {columns.map(([label, ...styles]) => (
          <th
            key={label}
            scope="col"
            className={styles.map((style) => classes[style]).join(' ') || undefined}
          >
            {t(label)}
          </th>
        ))}
        {hasMenu && <td />}
      </tr>
    </thead>
  );
}
