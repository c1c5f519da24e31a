import type { Item } from '@regrove/sdk';
import { useI18n } from '../../i18n/use-i18n.js';
import { usePaperName } from '../paper-sizes.js';
import { Card } from '../card.js';
import { TableHead } from '../table-head.js';
import classes from '../table.module.css';

export function ItemsTable({ items }: { readonly items: readonly Item[] }) {
  const { t, number, mass } = useI18n();
  const paperName = usePaperName();
  const nameOf = ({ width, length, gsm }: Item): string =>
    width === null || length === null || gsm === null
      ? t('app.items.byWeight')
      : paperName({ width, length, gsm });
  return (
    <Card title={t('app.items.title')}>
      <table className={classes['table']}>
        <TableHead
          columns={[
            ['app.paper.size'],
            ['app.items.bySheets', 'count'],
            ['app.items.byMass', 'count', 'wide'],
          ]}
        />
        <tbody>
          {items.map((item, index) => (
            // The lines of a quote or an order never change, so the index will do.
            <tr key={index}>
              <td>{nameOf(item)}</td>
              <td className={classes['count']}>
                {item.quantity !== null && number(item.quantity)}
                <span className={`${classes['detail']} ${classes['narrow']}`}>{mass(item.mass)}</span>
              </td>
              <td className={`${classes['count']} ${classes['wide']}`}>{mass(item.mass)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  );
}
