import { Type } from '@sinclair/typebox';
import {
  Body,
  Count,
  Decimal,
  Nullable,
  Optional,
  Pages,
  PaperLength,
  PaperWeight,
  PaperWidth,
} from './fields.js';

export const Item = Type.Object(
  {
    quantity: Nullable(Count),
    width: Nullable(Decimal),
    length: Nullable(Decimal),
    gsm: Nullable(Count),
    mass: Decimal,
  },
  { title: 'Item' },
);

/** Sheets or a mass: which of the two, and not both, is a rule of the domain. */
export const NewItem = Body('NewItem', {
  quantity: Optional(Pages),
  width: Optional(PaperWidth),
  length: Optional(PaperLength),
  gsm: Optional(PaperWeight),
  mass: Optional(Type.Number({ exclusiveMinimum: 0, maximum: 1e15 })),
});

export const NewItems = Type.Array(NewItem, { minItems: 1, maxItems: 1000 });
