import { useEffect, useState } from 'react';
import type { Reason } from '../../../server/src/platform/reason.js';
import { reasonOf, useReasonText } from '../api/reason.js';

/** The field of a form, by the name that the API has for it; `[]` and `*` stand for the index of a list. */
export type FieldMap = Readonly<Record<string, string | FieldPath>>;

interface FieldPath {
  readonly path: string;
  /** What the API's number times this is in the form: 1000 where it takes metres and people type millimetres. */
  readonly scale: number;
}

interface FormWithFields {
  readonly setFieldError: (path: string, error: string) => void;
  readonly getInputNode: (path: string) => HTMLElement | null;
}

/**
 * Puts what the server refuses beside the field that it is about, and leads there. Hands back what is about none of the
 * fields that are shown, which is said above the form.
 */
export function useServerFieldError(form: FormWithFields, error: unknown, fields: FieldMap): unknown {
  const { reasonText } = useReasonText();
  const [placed, setPlaced] = useState<unknown>();
  useEffect(() => {
    const reason = reasonOf(error);
    const place = reason && placeOf(reason, fields);
    const text = reason && place && reasonText(inUnits(reason, place.scale));
    const node = place && form.getInputNode(place.path);
    if (!node || text === undefined) return;
    form.setFieldError(place.path, text);
    node.focus();
    setPlaced(error);
    // Once for each refusal: what is typed afterwards clears it. The form and the words are new on every render.
  }, [error]);
  return placed === error ? undefined : error;
}

function placeOf({ field }: Reason, fields: FieldMap): FieldPath | undefined {
  const place = field ? fields[field.replace(/\[\d+\]/g, '[]')] : undefined;
  if (!field || place === undefined) return undefined;
  const { path, scale } = typeof place === 'string' ? { path: place, scale: 1 } : place;
  const indexes = [...field.matchAll(/\[(\d+)\]/g)].map(([, index]) => index ?? '');
  return { path: path.replaceAll('*', () => indexes.shift() ?? ''), scale };
}

const inUnits = (reason: Reason, scale: number): Reason => ({
  ...reason,
  params: Object.fromEntries(
    Object.entries(reason.params ?? {}).map(([name, value]) => [
      name,
      typeof value === 'number' ? value * scale : value,
    ]),
  ),
});
