import type { Static, TSchema } from '@sinclair/typebox';
import { compileSchema, describeInvalid } from '../../wire/validation.js';
import { HttpError } from '../edge/status.js';

/** Reads bodies of one shape, and refuses all others. No body is an empty one. */
export function bodyReader<T extends TSchema>(schema: T): (body: unknown) => Static<T> {
  const validate = compileSchema(schema);
  return (body = {}) => {
    if (!validate(body)) throw new HttpError(400, describeInvalid(validate.errors ?? []));
    return body;
  };
}
