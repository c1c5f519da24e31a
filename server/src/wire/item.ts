import { Type } from '@sinclair/typebox';
import { defaultPaper } from '../features/paper/sheets.js';
import {
  Body,
  Count,
  Decimal,
  Field,
  Nullable,
  Optional,
  Pages,
  PaperLength,
  PaperWeight,
  PaperWidth,
} from './fields.js';

export const Item = Type.Object(
  {
    quantity: Field('Sheets; `null` for an item with only a mass.', Nullable(Count)),
    width: Field('Metres.', Nullable(Decimal)),
    length: Field('Metres.', Nullable(Decimal)),
    gsm: Field('Paper weight in g/m².', Nullable(Count)),
    mass: Field('Grams.', Decimal),
  },
  { title: 'Item' },
);

/** Either sheets or a mass. The domain checks that there is exactly one of them. */
export const NewItem = Body('NewItem', {
  quantity: Field('Sheets. Either this or `mass` is required.', Optional(Pages)),
  width: Field(`Metres. Default: ${defaultPaper.width}.`, Optional(PaperWidth)),
  length: Field(`Metres. Default: ${defaultPaper.length}.`, Optional(PaperLength)),
  gsm: Field(`Paper weight in g/m². Default: ${defaultPaper.gsm}.`, Optional(PaperWeight)),
  mass: Field(
    'Mass in grams, instead of the other fields.',
    Optional(Type.Number({ exclusiveMinimum: 0, maximum: 1e15 })),
  ),
});

export const NewItems = Type.Array(NewItem, { minItems: 1, maxItems: 1000 });
