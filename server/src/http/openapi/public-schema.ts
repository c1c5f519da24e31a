import type { TSchema } from '@sinclair/typebox';
import { firstYear, lastYear } from '../../platform/time/days.js';

export type JsonSchema = Record<string, unknown>;

/** Our own formats in standard JSON Schema. */
const formats: Readonly<Record<string, JsonSchema>> = {
  // With a choice between two formats, most generators would give the field no type.
  timestamp: {
    format: 'date-time',
    description: `With Z or an offset; a plain date (YYYY-MM-DD) is taken, too, and means midnight UTC. Years ${firstYear} to ${lastYear}.`,
  },
  day: { format: 'date' },
  integration: { pattern: '^[a-z0-9][a-z0-9_]{0,63}$' },
  slug: { pattern: '^[a-z0-9-]{3,64}$' },
  secret: { format: 'password' },
  year: { pattern: '^[0-9]{4}$' },
};

/** Named schemas found so far. */
export type Components = Map<string, JsonSchema>;

/** The schema for OpenAPI: named schemas become references, our own keywords become standard ones. */
export function publicSchema(schema: TSchema, components: Components): JsonSchema {
  const title = schema['title'];
  if (title === undefined || schema['properties'] === undefined) return plainSchema(schema, components);
  // The description of a field does not apply to other uses of the schema.
  const { description, ...shape } = schema;
  if (!components.has(title)) components.set(title, plainSchema({ ...shape, type: 'object' }, components));
  const reference = { $ref: `#/components/schemas/${title}` };
  return {
    ...(Array.isArray(schema['type']) ? { anyOf: [reference, { type: 'null' }] } : reference),
    ...(description !== undefined && { description }),
  };
}

function plainSchema(schema: TSchema, components: Components): JsonSchema {
  // The description of a field includes its `default`. With the keyword, generators make the field mandatory, even in requests.
  const {
    trimmed,
    lowerCase,
    decimals,
    format,
    properties,
    items,
    title: _title,
    description,
    default: _default,
    ...rest
  } = schema as JsonSchema & {
    decimals?: number;
    format?: string;
    properties?: Record<string, TSchema>;
    items?: TSchema;
    title?: string;
    description?: string;
  };
  const published = format === undefined ? {} : (formats[format] ?? { format });
  const words = [description, published['description']].filter((text) => typeof text === 'string').join(' ');
  return {
    ...rest,
    ...published,
    ...(words !== '' && { description: words }),
    ...(decimals !== undefined && { multipleOf: 10 ** -decimals }),
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, field]) => [name, publicSchema(field, components)]),
      ),
    }),
    ...(items && { items: publicSchema(items, components) }),
  };
}
