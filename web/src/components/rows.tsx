import type { ReactNode } from 'react';
import type { Icon } from '../icons/icon.js';
import classes from './rows.module.css';

export const Rows = ({ children }: { readonly children: ReactNode }) => (
  <ul className={classes['rows']}>{children}</ul>
);

interface RowProps {
  readonly icon?: Icon;
  readonly title: ReactNode;
  readonly badge?: ReactNode;
  /** A few words each. */
  readonly details: readonly (string | undefined)[];
  readonly actions?: ReactNode;
  /** Grayed out. */
  readonly isPast?: boolean;
}

export function Row({ icon: Icon, title, badge, details, actions, isPast = false }: RowProps) {
  return (
    <li className={classes['row']} data-past={isPast || undefined}>
      {Icon && <Icon className={classes['icon']} size={22} stroke={1.5} aria-hidden="true" />}
      <div className={classes['body']}>
        <div className={classes['facts']}>
          <p className={classes['title']}>
            <span>{title}</span>
            {badge}
          </p>
          <p className={classes['details']}>
            {details.map((detail) => detail && <span key={detail}>{detail}</span>)}
          </p>
        </div>
        {actions && <div className={classes['actions']}>{actions}</div>}
      </div>
    </li>
  );
}
