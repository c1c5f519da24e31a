import { useSearch } from '@tanstack/react-router';

/** The order that a list is to be about; it stands in the address. Undefined: the list is about all. */
export function useOrderFilter(): string | undefined {
  const search: unknown = useSearch({ strict: false });
  const { order } = search as { order?: unknown };
  return typeof order === 'string' ? order : undefined;
}

/** Of a list below /app, what came from the order. */
export const withOrderFilter = (path: string, order: string | undefined): string =>
  order === undefined ? path : `${path}?${new URLSearchParams({ order_id: order }).toString()}`;
