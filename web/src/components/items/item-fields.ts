import type { NewQuote } from '@regrove/sdk';
import { ownSize, sidesOf } from '../papers.js';
import type { FieldMap } from '../use-field-refusal.js';
import { useNumberErrors } from '../use-number-errors.js';

/** A line of a quote or an order while it is typed: sheets, or a weight. */
export interface ItemFields {
  /** Tells lines apart, whatever is in them. */
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

/** Where the fields of lines are, by the names that the API has for them. */
export const itemFields: FieldMap = {
  'items[].quantity': 'items.*.quantity',
  'items[].width': { path: 'items.*.width', scale: 1000 },
  'items[].length': { path: 'items.*.length', scale: 1000 },
  'items[].gsm': 'items.*.gsm',
  'items[].mass': { path: 'items.*.mass', scale: 1 / 1000 },
};

/** What a line has to say, by the names of its fields. */
function neededOf({ by, quantity, sheet, width, length, gsm, mass }: ItemFields): [string, number | ''][] {
  const needed =
    by === 'mass' ? { mass } : { quantity, gsm, ...(sheet === ownSize ? { width, length } : {}) };
  return Object.entries(needed);
}

const isComplete = (item: ItemFields): boolean =>
  neededOf(item).every(([, value]) => value !== '' && value > 0);

/** What a form says below the fields of lines that are not complete. */
export function useItemErrors(): (items: readonly ItemFields[]) => Record<string, string> {
  const numberError = useNumberErrors();
  return (items) =>
    Object.fromEntries(
      items.flatMap((item, index) =>
        neededOf(item).flatMap(([name, value]) => {
          const error = numberError(value);
          return error === null ? [] : [[`items.${String(index)}.${name}`, error]];
        }),
      ),
    );
}

/** Lines that say enough to reckon with; undefined where there are none. */
export function newItemsOf(items: readonly ItemFields[]): NewItem[] | undefined {
  const complete = items.filter(isComplete);
  return complete.length > 0 ? complete.map(newItemOf) : undefined;
}

function newItemOf({ by, quantity, gsm, mass, ...size }: ItemFields): NewItem {
  // Rounded, because kilograms times a thousand may come to a hair more or less.
  if (by === 'mass') return { mass: Number((Number(mass) * 1000).toFixed(3)) };
  return { quantity: Number(quantity), ...sidesOf(size), gsm: Number(gsm) };
}
