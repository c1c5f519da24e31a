import { useSearch } from '@tanstack/react-router';

/** The order in the URL by which a list is filtered, if there is one. */
export function useOrderFilter(): string | undefined {
  const search: unknown = useSearch({ strict: false });
  const { order } = search as { order?: unknown };
  return typeof order === 'string' ? order : undefined;
}

export const withOrderFilter = (path: string, order: string | undefined): string =>
  order === undefined ? path : `${path}?${new URLSearchParams({ order_id: order }).toString()}`;
