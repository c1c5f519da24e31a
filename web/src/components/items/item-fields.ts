import type { NewQuote } from '@regrove/sdk';
import { customSize, dimensionsOf } from '../paper-sizes.js';
import type { FieldMap } from '../use-server-field-error.js';
import { usePositiveNumberValidator } from '../use-positive-number-validator.js';

/** A line of a quote or an order as it is edited: a number of sheets, or a weight. */
export interface ItemFields {
  /** React's key. */
  readonly key: string;
  readonly by: 'sheets' | 'mass';
  readonly quantity: number | '';
  readonly sheet: string;
  /** Millimetres. */
  readonly width: number | '';
  readonly length: number | '';
  readonly gsm: number | '';
  /** Kilograms. */
  readonly mass: number | '';
}

type NewItem = NewQuote['items'][number];

export const emptyItem = (): ItemFields => ({
  key: crypto.randomUUID(),
  by: 'sheets',
  quantity: '',
  sheet: 'A4',
  width: '',
  length: '',
  gsm: 80,
  mass: '',
});

/** Maps the API's names to the form's fields. */
export const itemFieldMap: FieldMap = {
  'items[].quantity': 'items.*.quantity',
  'items[].width': { path: 'items.*.width', scale: 1000 },
  'items[].length': { path: 'items.*.length', scale: 1000 },
  'items[].gsm': 'items.*.gsm',
  'items[].mass': { path: 'items.*.mass', scale: 1 / 1000 },
};

/** The values that a line needs, by field. */
function requiredValues({
  by,
  quantity,
  sheet,
  width,
  length,
  gsm,
  mass,
}: ItemFields): [string, number | ''][] {
  const needed =
    by === 'mass' ? { mass } : { quantity, gsm, ...(sheet === customSize ? { width, length } : {}) };
  return Object.entries(needed);
}

const isComplete = (item: ItemFields): boolean =>
  requiredValues(item).every(([, value]) => value !== '' && value > 0);

export function useItemsValidator(): (items: readonly ItemFields[]) => Record<string, string> {
  const numberError = usePositiveNumberValidator();
  return (items) =>
    Object.fromEntries(
      items.flatMap((item, index) =>
        requiredValues(item).flatMap(([name, value]) => {
          const error = numberError(value);
          return error === null ? [] : [[`items.${String(index)}.${name}`, error]];
        }),
      ),
    );
}

/** The complete lines; undefined if there are none. */
export function toNewItems(items: readonly ItemFields[]): NewItem[] | undefined {
  const complete = items.filter(isComplete);
  return complete.length > 0 ? complete.map(toNewItem) : undefined;
}

function toNewItem({ by, quantity, gsm, mass, ...size }: ItemFields): NewItem {
  // Rounded to remove the floating-point error of the multiplication.
  if (by === 'mass') return { mass: Number((Number(mass) * 1000).toFixed(3)) };
  return { quantity: Number(quantity), ...dimensionsOf(size), gsm: Number(gsm) };
}
