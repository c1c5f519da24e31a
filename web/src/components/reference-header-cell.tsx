import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useI18n } from '../i18n/use-i18n.js';
import classes from './table.module.css';

interface Named {
  readonly external_id: string | null;
  readonly created_at: string;
}

interface NamedHeaderProps {
  readonly row: Named;
  readonly to: string;
  readonly children?: ReactNode;
}

/** The first cell of an order or a quote, which people know by its reference. Without one, it is called by its date. */
export function ReferenceHeaderCell({
  row: { external_id: reference, created_at: at },
  to,
  children,
}: NamedHeaderProps) {
  const { day } = useI18n();
  const date = <time dateTime={at}>{day(at)}</time>;
  return (
    <th scope="row" className={classes['long']}>
      <Link to={to} className={classes['link']}>
        {reference === null ? date : <bdi>{reference}</bdi>}
      </Link>
      {reference !== null && <span className={`${classes['detail']} ${classes['narrow']}`}>{date}</span>}
      {children}
    </th>
  );
}

/** On narrow screens, the date is in the first cell. */
export function DateCell({ row: { created_at: at } }: { readonly row: Named }) {
  const { day } = useI18n();
  return (
    <td className={classes['wide']}>
      <time dateTime={at}>{day(at)}</time>
    </td>
  );
}
