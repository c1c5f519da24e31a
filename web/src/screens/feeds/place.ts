import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';

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
  // Shown at once: the URL changes a moment later.
  const [choice, setChoice] = useState<{ readonly place: Place; readonly insteadOf: unknown }>();
  const place = choice && choice.insteadOf === given ? choice.place : places.find((one) => one === given);
  const choose = (chosen: Place): void => {
    setChoice({ place: chosen, insteadOf: given });
    void navigate({ to: '.', search: placeSearch(chosen), replace: true });
  };
  return [place, choose];
}
