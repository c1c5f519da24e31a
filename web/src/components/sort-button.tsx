import { UnstyledButton } from '@mantine/core';
import type { ReactNode } from 'react';
import { IconChevronDown, IconSelector } from '../icons/icons.js';
import classes from './list-tools.module.css';

export interface Sorting {
  /** `trees`, or `-trees` for descending. */
  readonly sort: string;
  readonly change: (changes: Readonly<Record<string, string>>) => void;
}

interface SortButtonProps {
  readonly by: string;
  readonly sorting: Sorting;
  readonly children: ReactNode;
}

export const ariaSortOf = (by: string, { sort }: Sorting): 'ascending' | 'descending' | undefined =>
  sort === by ? 'ascending' : sort === `-${by}` ? 'descending' : undefined;

/** The heading of a column that rows can be sorted by: first descending, then ascending. */
export function SortButton({ by, sorting, children }: SortButtonProps) {
  const order = ariaSortOf(by, sorting);
  return (
    <UnstyledButton
      className={classes['sort']}
      data-order={order}
      onClick={() => sorting.change({ sort: order === 'descending' ? by : `-${by}` })}
    >
      {children}
      {order ? (
        <IconChevronDown size={14} aria-hidden="true" className={classes['arrow']} />
      ) : (
        <IconSelector size={14} aria-hidden="true" />
      )}
    </UnstyledButton>
  );
}
