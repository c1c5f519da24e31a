import { Type, type Static } from '@sinclair/typebox';
import type { ErrorObject } from 'ajv';
import { reasonCodes, type Reason } from '../platform/reason.js';
import { butWas, valueIn } from '../platform/text/shorten.js';
import { Nullable, OneOf } from './fields.js';
import { reasonOfInvalid } from './invalid-reason.js';
import { describeInvalid } from './validation.js';

/** What is wrong with a line of a file, for a translated message. */
export const LineReason = Type.Object({
  code: OneOf(reasonCodes),
  /** The column. */
  field: Nullable(Type.String()),
  params: Type.Record(Type.String(), Type.Unsafe<string | number>({ type: ['string', 'number'] })),
});

export const presentReason = (reason: Reason | undefined): Static<typeof LineReason> | null =>
  reason ? { code: reason.code, field: reason.field ?? null, params: { ...reason.params } } : null;

/** What the schema has against a line, by its texts. */
export function faultOfLine(
  errors: readonly ErrorObject[],
  texts: Readonly<Record<string, string | undefined>>,
): { readonly error: string; readonly reason: Reason | undefined } {
  const text = texts[errors[0]?.instancePath.slice(1) ?? ''];
  const reason = reasonOfInvalid(errors);
  return {
    // An empty field in a file is what null is in JSON.
    error: describeInvalid(errors).replace(/, or null$/, '') + butWas(text),
    reason: reason && { ...reason, params: { ...reason.params, ...valueIn(text) } },
  };
}
