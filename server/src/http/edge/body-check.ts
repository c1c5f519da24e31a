import { setImmediate as nextTurn } from 'node:timers/promises';
import type { TSchema } from '@sinclair/typebox';
import type { ErrorObject } from 'ajv';
import { compileSchema } from '../../wire/validation.js';

/** Returns what is wrong with a body, or undefined if it is valid. */
export type BodyCheck = (body: unknown) => Promise<readonly ErrorObject[] | undefined>;

/** Longer lists are checked in batches. */
const batchSize = 500;

interface Schema {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: object;
  readonly maxItems?: number;
}

/**
 * Checks bodies against a schema. Long lists are skipped at first, then checked in batches, so that other requests are not
 * blocked.
 */
export function bodyCheck(schema: TSchema): BodyCheck {
  const { properties = {} } = schema as Schema;
  const longLists = Object.entries(properties).filter(
    ([, { type, maxItems = 0 }]) => type === 'array' && maxItems > batchSize,
  );
  const emptied = longLists.map(([name, list]) => [name, { ...list, items: {} }] as const);
  const validate = compileSchema(
    longLists.length === 0
      ? schema
      : { ...schema, properties: { ...properties, ...Object.fromEntries(emptied) } },
  );
  const checks = longLists.map(([name, { items = {} }]) => ({ name, validate: compileSchema(items) }));
  return async (body) => {
    if (!validate(body)) return validate.errors ?? [];
    for (const check of checks) {
      const items = ((body as Record<string, unknown>)[check.name] ?? []) as unknown[];
      for (const [index, item] of items.entries()) {
        if (index > 0 && index % batchSize === 0) await nextTurn();
        // Where the item is, for what changes it, such as trimming.
        const place = { instancePath: '', rootData: items, dynamicAnchors: {} };
        if (!check.validate(item, { ...place, parentData: items, parentDataProperty: index }))
          return below(`/${check.name}/${index}`, check.validate.errors ?? []);
      }
    }
    return undefined;
  };
}

const below = (path: string, errors: readonly ErrorObject[]): ErrorObject[] =>
  errors.map((error) => ({ ...error, instancePath: path + error.instancePath }));
