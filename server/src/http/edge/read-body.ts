import type { Static, TSchema } from '@sinclair/typebox';
import { compileSchema } from '../../wire/validation.js';
import { schemaError } from './schema-error.js';

/** Validates bodies. A missing body counts as an empty object. */
export function bodyReader<T extends TSchema>(schema: T): (body: unknown) => Static<T> {
  const validate = compileSchema(schema);
  return (body = {}) => {
    if (!validate(body)) throw schemaError(validate.errors);
    return body;
  };
}
