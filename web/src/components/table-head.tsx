import { useI18n, type MessageKey } from '../i18n/use-i18n.js';
import { ariaSortOf, SortButton, type Sorting } from './sort-button.js';
import classes from './table.module.css';

/** Its label, whether it holds numbers (`count`), and whether it is only on wide screens. */
type Column = readonly [label: MessageKey, ...styles: ('count' | 'wide')[]];

interface TableHeadProps {
  readonly columns: readonly Column[];
  /** Rows end with a menu. */
  readonly hasMenu?: boolean;
  /** What rows can be sorted by, by the label of its column. */
  readonly sorts?: Readonly<Partial<Record<MessageKey, string>>>;
  readonly sorting?: Sorting;
}

export function TableHead({ columns, hasMenu = false, sorts = {}, sorting }: TableHeadProps) {
  const { t } = useI18n();
  return (
    <thead>
      <tr>
        {columns.map(([label, ...styles]) => {
          const by = sorts[label];
          return (
            <th
              key={label}
              scope="col"
              aria-sort={sorting && by !== undefined ? ariaSortOf(by, sorting) : undefined}
              className={styles.map((style) => classes[style]).join(' ') || undefined}
            >
              {sorting && by !== undefined ? (
                <SortButton by={by} sorting={sorting}>
                  {t(label)}
                </SortButton>
              ) : (
                t(label)
              )}
            </th>
          );
        })}
        {hasMenu && <td />}
      </tr>
    </thead>
  );
}
