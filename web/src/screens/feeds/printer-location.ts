import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';

/** Where printers are: that decides who can read them. */
export const printerLocations = ['reachable', 'office', 'portal'] as const;

export type PrinterLocation = (typeof printerLocations)[number];

/** For the screen that connects printers. */
export const printerLocationSearch = (place: PrinterLocation): { readonly place: PrinterLocation } => ({
  place,
});

/** Kept in the URL, so that other screens can link to the offer of the agent. */
export function usePrinterLocation(): [
  place: PrinterLocation | undefined,
  choose: (place: PrinterLocation) => void,
] {
  const search: unknown = useSearch({ strict: false });
  const navigate = useNavigate();
  const { place: given } = search as { readonly place?: unknown };
  // Shown at once: the URL changes a moment later.
  const [choice, setChoice] = useState<{ readonly place: PrinterLocation; readonly insteadOf: unknown }>();
  const place =
    choice && choice.insteadOf === given ? choice.place : printerLocations.find((one) => one === given);
  const choose = (chosen: PrinterLocation): void => {
    setChoice({ place: chosen, insteadOf: given });
    void navigate({ to: '.', search: printerLocationSearch(chosen), replace: true });
  };
  return [place, choose];
}
