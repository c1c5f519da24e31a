import type { TSchema } from '@sinclair/typebox';
import { compileSchema } from '../../wire/validation.js';
import { schemaError } from './schema-error.js';

/** Refuses a query that does not fit. */
export function queryCheck(schema: TSchema | undefined): (query: unknown) => void {
  if (!schema) return () => undefined;
  let validate: ReturnType<typeof compileSchema> | undefined;
  return (query) => {
    // Compiled when it is first needed, as the codecs are.
    validate ??= compileSchema(schema);
    if (!validate(query)) throw schemaError(validate.errors);
  };
}
