import { useNavigate, useSearch } from '@tanstack/react-router';
import { now } from '../../clock.js';

/** `2026-11`, in UTC like the API's days. */
export const thisMonth = (): string => now().toISOString().slice(0, 7);

/** Kept in the URL, so that it can be linked to. */
export function useMonth(): [month: string, setMonth: (month: string) => void] {
  const search: unknown = useSearch({ strict: false });
  const { month: param } = search as { month?: unknown };
  const navigate = useNavigate();
  const month = typeof param === 'string' && /^\d{4}-(0[1-9]|1[0-2])$/.test(param) ? param : thisMonth();
  return [
    month,
    (chosen) =>
      void navigate({
        to: '.',
        search: { ...(search as Record<string, unknown>), month: chosen },
        replace: true,
      }),
  ];
}

export function addMonths(month: string, count: number): string {
  const day = new Date(`${month}-01T00:00:00Z`);
  day.setUTCMonth(day.getUTCMonth() + count);
  return day.toISOString().slice(0, 7);
}

export function dateRangeOf(month: string): { readonly start_date: string; readonly end_date: string } {
  const end = new Date(`${addMonths(month, 1)}-01T00:00:00Z`);
  end.setUTCDate(0);
  return { start_date: `${month}-01`, end_date: end.toISOString().slice(0, 10) };
}
