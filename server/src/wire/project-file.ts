import { Type } from '@sinclair/typebox';
import { Body, Line, OneOf, Optional } from './fields.js';

// PostgreSQL keeps every character but this one.
const pattern = '^[^\\u0000]*$';
const Url = Type.String({ maxLength: 100_000, pattern });
const Prose = Type.String({ maxLength: 200_000, pattern });
const Status = OneOf(['active', 'complete']);

/** A forestry project as the operator imports it: the API's field names, and how many trees fit. */
export const ForestryProjectFile = Type.Array(
  Body('ForestryProjectEntry', {
    name: Line(255),
    status: Optional(Status),
    forest_latitude: Type.Number({ minimum: -90, maximum: 90 }),
    forest_longitude: Type.Number({ minimum: -180, maximum: 180 }),
    content_logo: Optional(Url),
    content_masthead: Optional(Url),
    content_introduction: Optional(Prose),
    content_body_html: Optional(Prose),
    content_images: Optional(Type.Array(Url, { maxItems: 100 })),
    capacity_trees: Optional(Type.Number({ exclusiveMinimum: 0, maximum: 1e12, decimals: 6 })),
    id: Optional(Type.String()),
  }),
  { maxItems: 10_000 },
);

export const CarbonProjectFile = Type.Array(
  Body('CarbonProjectEntry', {
    name: Line(255),
    type: Line(255),
    registry_name: Line(255),
    price_per_tonne: Type.Number({ minimum: 0, maximum: 1e6 }),
    status: Optional(Status),
    id: Optional(Type.String()),
  }),
  { maxItems: 10_000 },
);
