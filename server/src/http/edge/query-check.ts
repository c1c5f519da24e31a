import type { TSchema } from '@sinclair/typebox';
import { compileSchema, describeInvalid } from '../../wire/validation.js';
import { HttpError } from './status.js';

/** Refuses a query that does not fit. */
export function queryCheck(schema: TSchema | undefined): (query: unknown) => void {
  const validate = schema && compileSchema(schema);
  return (query) => {
    if (validate && !validate(query)) throw new HttpError(400, describeInvalid(validate.errors ?? []));
  };
}
