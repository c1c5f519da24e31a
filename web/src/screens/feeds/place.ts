import { useNavigate, useSearch } from '@tanstack/react-router';

/** Where printers are: that decides who can read them. */
export const places = ['reachable', 'office', 'portal'] as const;

export type Place = (typeof places)[number];

/** For the screen that connects printers. */
export const placeSearch = (place: Place): { readonly place: Place } => ({ place });

/** Kept in the URL, so that other screens can link to the offer of the agent. */
export function usePlace(): [place: Place | undefined, choose: (place: Place) => void] {
  const search: unknown = useSearch({ strict: false });
  const navigate = useNavigate();
  const { place: given } = search as { readonly place?: unknown };
  return [
    places.find((place) => place === given),
    (place) => void navigate({ to: '.', search: placeSearch(place), replace: true }),
  ];
}
