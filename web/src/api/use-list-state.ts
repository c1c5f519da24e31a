import { useNavigate, useSearch } from '@tanstack/react-router';

/** Days are `2026-11-17`. Filters are named as in the requests. */
export interface ListState {
  readonly sort: string;
  readonly from: string;
  readonly until: string;
  readonly filters: Readonly<Record<string, string>>;
}

export interface ListControl extends ListState {
  /** Whether the list is limited in any way. Its level does not limit it. */
  readonly isLimited: boolean;
  readonly change: (changes: Readonly<Record<string, string>>) => void;
  readonly clear: () => void;
  /** The list with this state, below its path. */
  readonly addressOf: (path: string, more?: Readonly<Record<string, string>>) => string;
}

const day = /^\d{4}-\d\d-\d\d$/;

/**
 * Order, days and filters of a list. Kept in the URL, so that they can be linked to and survive a reload. `fixed` parameters of the
 * request replace them.
 */
export function useListState(
  initialSort: string,
  allowed: Readonly<Record<string, readonly string[] | RegExp>> = {},
  fixed: Readonly<Record<string, string>> = {},
): ListControl {
  // Its type depends on the order in which files are checked.
  const given: unknown = useSearch({ strict: false });
  const search = given as Readonly<Record<string, unknown>>;
  const navigate = useNavigate();
  const textOf = (name: string): string => (typeof search[name] === 'string' ? search[name] : '');
  const dayOf = (name: string): string => (day.test(textOf(name)) ? textOf(name) : '');
  const filters = Object.fromEntries(
    Object.entries(allowed).map(([name, values]) => {
      const value = textOf(name);
      const isKnown = values instanceof RegExp ? values.test(value) : values.includes(value);
      return [name, isKnown ? value : ''];
    }),
  );
  const state: ListState = {
    sort: /^-?[a-z]+$/.test(textOf('sort')) ? textOf('sort') : initialSort,
    from: dayOf('from'),
    until: dayOf('until'),
    filters,
  };
  const limits = { start_date: state.from, end_date: state.until, ...filters };
  // The level says whose rows a list has, it does not leave out any.
  const limiting = Object.keys(limits).filter((name) => name !== 'level') as (keyof typeof limits)[];
  const change = (changes: Readonly<Record<string, string>>): void => {
    const next = { ...search, ...changes };
    const kept = Object.entries(next).filter(([, value]) => value !== '');
    void navigate({ to: '.', search: Object.fromEntries(kept), replace: true });
  };
  return {
    ...state,
    isLimited: limiting.some((name) => limits[name] !== ''),
    change,
    clear: () => change({ from: '', until: '', ...Object.fromEntries(limiting.map((name) => [name, ''])) }),
    addressOf: (path, more = {}) => {
      const given = Object.entries({ sort: state.sort, ...limits, ...fixed, ...more });
      return `${path}?${new URLSearchParams(given.filter(([, value]) => value !== '')).toString()}`;
    },
  };
}

export const idPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
