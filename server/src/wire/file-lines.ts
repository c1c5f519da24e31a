import { Type, type Static, type TObject } from '@sinclair/typebox';
import type { ErrorObject } from 'ajv';
import { reasonCodes, type InvalidLine } from '../platform/reason.js';
import { quoteActualValue, valueParam } from '../platform/text/shorten.js';
import { Nullable, OneOf } from './fields.js';
import { reasonOfInvalid } from './invalid-reason.js';
import { compileSchema, describeInvalid } from './validation.js';

/** What is wrong with a line of a file, for a translated message. */
const LineReason = Type.Object({
  code: OneOf(reasonCodes),
  /** The column. */
  field: Nullable(Type.String()),
  params: Type.Record(Type.String(), Type.Unsafe<string | number>({ type: ['string', 'number'] })),
});

/** Something that is wrong with a line. */
export const LineFault = Type.Object({
  error: Type.String(),
  /** For a translated message; null if there is only the English error. */
  reason: Nullable(LineReason),
});

export const presentFault = ({ what, reason }: Fault): Static<typeof LineFault> => ({
  error: what,
  reason: reason ? { code: reason.code, field: reason.field ?? null, params: { ...reason.params } } : null,
});

export type Fault = Omit<InvalidLine, 'line'>;

type Texts = Readonly<Record<string, string | undefined>>;

/** Checks each column of a line by itself, so that all faults of a line are found at once. */
export function columnChecker(columns: TObject): (body: unknown, texts: Texts) => Fault[] {
  const checks = Object.entries(columns.properties).map(([name, schema]) =>
    compileSchema(Type.Object({ [name]: schema })),
  );
  return (body, texts) => checks.flatMap((fits) => (fits(body) ? [] : [faultOf(fits.errors ?? [], texts)]));
}

/** What the schema has against a column. */
function faultOf(errors: readonly ErrorObject[], texts: Texts): Fault {
  const text = texts[errors[0]?.instancePath.slice(1) ?? ''];
  const reason = reasonOfInvalid(errors);
  return {
    // An empty field in a file is what null is in JSON.
    what: describeInvalid(errors).replace(/, or null$/, '') + quoteActualValue(text),
    ...(reason && { reason: { ...reason, params: { ...reason.params, ...valueParam(text) } } }),
  };
}
