import { useEffect, useState } from 'react';
import type { Reason } from '../../../server/src/platform/reason.js';
import { reasonOf, useReasonText } from '../api/reason.js';

/** Maps the API's field names to the form's; `[]` and `*` stand for the index in a list. */
export type FieldMap = Readonly<Record<string, string | FieldPath>>;

interface FieldPath {
  readonly path: string;
  /** The form's number is the API's times this: 1000 if the API takes metres and the form millimetres. */
  readonly scale: number;
}

interface FormWithFields {
  readonly setFieldError: (path: string, error: string) => void;
  readonly getInputNode: (path: string) => HTMLElement | null;
}

/** Shows a server's error at its field, and focuses it. Returns errors that belong to no visible field. */
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
    // Once per error: typing clears it. The form and the texts change with every render and are no dependencies.
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
