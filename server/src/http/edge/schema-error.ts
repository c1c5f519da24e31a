import type { ErrorObject } from 'ajv';
import { reasonOfInvalid } from '../../wire/invalid-reason.js';
import { describeInvalid, type InvalidMessageOptions } from '../../wire/validation.js';
import { HttpError } from './http-error.js';

/** The message names the field and what it accepts. */
export const schemaError = (
  errors: readonly ErrorObject[] | null | undefined,
  wording?: InvalidMessageOptions,
): HttpError => new HttpError(400, describeInvalid(errors ?? [], wording), reasonOfInvalid(errors ?? []));
