import classes from './table.module.css';

/** The name of an account in a table, in its own direction. */
export const AccountName = ({ children }: { readonly children: string }) => (
  <bdi className={classes['name']} title={children}>
    {children}
  </bdi>
);
