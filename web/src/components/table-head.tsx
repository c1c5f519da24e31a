import { useI18n, type MessageKey } from '../i18n/use-i18n.js';
import { ariaSortOf, SortButton, type Sorting } from './sort-button.js';
import classes from './table.module.css';

/** Its label, whether it holds numbers (`count`), and whether it is only on wide (`wide`) or very wide (`wider`) screens. */
export type Column = readonly [label: MessageKey, ...styles: ('count' | 'wide' | 'wider')[]];

interface TableHeadProps {
  readonly columns: readonly Column[];
  /** Rows end with a menu. */
  readonly hasMenu?: boolean;
  /** What rows can be sorted by, by the label of its column. */
  readonly sorts?: Readonly<Partial<Record<MessageKey, string>>>;
  readonly sorting?: Sorting;
  /** Labels that are below others on narrow screens, as the figures are in the rows. */
  readonly below?: Readonly<Partial<Record<MessageKey, MessageKey>>>;
}

export function TableHead({ columns, hasMenu = false, sorts = {}, sorting, below = {} }: TableHeadProps) {
  return (
    <thead>
      <tr>
        {columns.map(([label, ...styles]) => {
          const by = sorts[label];
          const second = below[label];
          return (
            <th
              key={label}
              scope="col"
              aria-sort={sorting && by !== undefined ? ariaSortOf(by, sorting) : undefined}
              className={styles.map((style) => classes[style]).join(' ') || undefined}
            >
              <Label of={label} by={by} sorting={sorting} />
              {second && (
                <span className={`${classes['detail']} ${classes['narrow']}`}>
                  <Label of={second} by={sorts[second]} sorting={sorting} />
                </span>
              )}
            </th>
          );
        })}
        {hasMenu && <td />}
      </tr>
    </thead>
  );
}

interface LabelProps {
  readonly of: MessageKey;
  readonly by: string | undefined;
  readonly sorting: Sorting | undefined;
}

function Label({ of, by, sorting }: LabelProps) {
  const { t } = useI18n();
  if (!sorting || by === undefined) return t(of);
  return (
    <SortButton by={by} sorting={sorting}>
      {t(of)}
    </SortButton>
  );
}
