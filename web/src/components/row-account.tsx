import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { screenPath } from '../api/scope.js';
import { AccountName } from './account-name.js';
import classes from './table.module.css';

interface RowAccountProps {
  readonly row: { readonly account_id: string; readonly account_name: string };
  /** The list of the account alone. */
  readonly screen: string;
}

/** The account of a row in a list of several accounts: a cell on wide screens, otherwise a line below the first cell's text. */
export function RowAccount({ row, screen }: RowAccountProps) {
  return (
    <Anchor component={Link} to={screenPath(row.account_id, screen)} c="inherit" fz="inherit" fw="inherit">
      <AccountName>{row.account_name}</AccountName>
    </Anchor>
  );
}

export const AccountCell = (props: RowAccountProps) => (
  <td className={`${classes['wide']} ${classes['long']}`}>
    <RowAccount {...props} />
  </td>
);

export const AccountLine = (props: RowAccountProps) => (
  <span className={`${classes['detail']} ${classes['narrow']}`}>
    <RowAccount {...props} />
  </span>
);
