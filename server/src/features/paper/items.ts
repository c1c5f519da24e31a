import type { Big } from 'big.js';
import { decimal } from '../../platform/decimals.js';
import { invalid } from '../../platform/errors.js';
import { standardPagesOfMass, treesOfMass } from './conversion.js';
import type { Methodology } from './methodology.js';
import { defaultPaper, massOfSheets } from './sheets.js';

/** A line of a quote or an order as entered: sheets, or grams of paper. */
export interface ItemInput {
  readonly quantity?: number | null | undefined;
  readonly width?: number | null | undefined;
  readonly length?: number | null | undefined;
  readonly gsm?: number | null | undefined;
  readonly mass?: number | null | undefined;
}

/** A line with its mass. The other fields are null if only a mass was given. */
export interface Item {
  readonly quantity: number | null;
  readonly width: number | null;
  readonly length: number | null;
  readonly gsm: number | null;
  readonly mass: number;
}

export interface Paper {
  readonly items: Item[];
  readonly mass: Big;
  readonly standardPages: number;
  readonly trees: Big;
}

/** A larger total is treated as a mistake. */
export const maxStandardPages = 1_000_000_000;

/** A line with its exact mass. */
type WeighedItem = Omit<Item, 'mass'> & { readonly mass: Big };

export const weighItems = (inputs: readonly ItemInput[]): WeighedItem[] => inputs.map(weigh);

/** Adds up the lines. Rejects a total below one standard page or above `maxStandardPages`. */
export function paperOf(weighed: readonly WeighedItem[], methodology: Methodology): Paper {
  const mass = weighed.reduce((sum, item) => sum.plus(item.mass), decimal(0));
  const pages = standardPagesOfMass(mass, methodology);
  if (pages.lt(1)) throw invalid('items must be at least one standard page', { code: 'paper-too-little' });
  if (pages.gt(maxStandardPages)) {
    throw invalid(`items must be at most ${maxStandardPages} standard pages`, {
      code: 'paper-too-much',
      params: { max: maxStandardPages },
    });
  }
  return {
    items: weighed.map((item) => ({ ...item, mass: item.mass.toNumber() })),
    mass,
    standardPages: pages.toNumber(),
    trees: treesOfMass(mass, methodology),
  };
}

function weigh(input: ItemInput, index: number): WeighedItem {
  const { quantity, mass } = input;
  if (mass != null) {
    const conflict = (['quantity', 'width', 'length', 'gsm'] as const).find((field) => input[field] != null);
    if (conflict) throw invalid(`items[${index}]: mass conflicts with ${conflict}`);
    return { quantity: null, width: null, length: null, gsm: null, mass: decimal(mass) };
  }
  if (quantity == null)
    throw invalid(`items[${index}] needs quantity or mass`, {
      code: 'required',
      field: `items[${index}].quantity`,
    });
  const sheets = {
    quantity,
    width: input.width ?? defaultPaper.width,
    length: input.length ?? defaultPaper.length,
    gsm: input.gsm ?? defaultPaper.gsm,
  };
  return { ...sheets, mass: massOfSheets(sheets) };
}
