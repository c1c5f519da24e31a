import { UnstyledButton } from '@mantine/core';
import { useI18n } from '../../i18n/use-i18n.js';
import { IconChevronDown } from '../../icons/icons.js';
import table from '../../components/table.module.css';
import classes from './ranking.module.css';

type Sort = 'trees' | 'pages' | 'activity' | 'health';

export interface SortOrder {
  readonly sort: Sort;
  readonly direction: 'asc' | 'desc';
}

interface SortableHeadProps {
  readonly order: SortOrder;
  readonly onChange: (order: SortOrder) => void;
}

const columns = [
  { sort: 'trees', label: 'app.trees', style: 'count' },
  { sort: 'pages', label: 'app.pages', style: 'count wide' },
  { sort: 'activity', label: 'app.overview.active', style: 'wide' },
  { sort: 'health', label: 'app.feeds.title', style: 'wide' },
] as const;

/** Columns that sort the list; another click reverses it. */
export function SortableHead({ order, onChange }: SortableHeadProps) {
  const { t } = useI18n();
  return (
    <thead>
      <tr>
        <th scope="col">{t('app.overview.account')}</th>
        {columns.map(({ sort, label, style }) => {
          const isChosen = order.sort === sort;
          const isAscending = isChosen && order.direction === 'asc';
          return (
            <th
              key={sort}
              scope="col"
              className={style
                .split(' ')
                .map((name) => table[name])
                .join(' ')}
              aria-sort={isChosen ? (isAscending ? 'ascending' : 'descending') : undefined}
            >
              <UnstyledButton
                className={classes['sort']}
                onClick={() => onChange({ sort, direction: isChosen && !isAscending ? 'asc' : 'desc' })}
              >
                {t(label)}
                <IconChevronDown
                  size={14}
                  aria-hidden="true"
                  className={classes['direction']}
                  data-chosen={isChosen || undefined}
                  data-ascending={isAscending || undefined}
                />
              </UnstyledButton>
            </th>
          );
        })}
      </tr>
    </thead>
  );
}
