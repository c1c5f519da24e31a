import classes from './table.module.css';

/** The name of an account in a table, in its own direction. */
export const Name = ({ children }: { readonly children: string }) => (
  <bdi className={classes['name']} title={children}>
    {children}
  </bdi>
);
