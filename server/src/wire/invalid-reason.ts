import type { ErrorObject } from 'ajv';
import type { Reason } from '../platform/reason.js';
import { fieldName, joinFieldPath } from './field-path.js';
import type { FieldSchema } from './describe-schema.js';

/** The reason for a schema error, for people. Errors that only a program can cause have none. */
export function reasonOfInvalid([error]: readonly ErrorObject[]): Reason | undefined {
  if (!error) return undefined;
  const path = fieldName(error.instancePath);
  if (error.keyword === 'required')
    return { code: 'required', field: joinFieldPath(path, String(error.params['missingProperty'])) };
  const reason = reasonOf(error, (error.parentSchema ?? {}) as FieldSchema);
  return reason && path !== '' ? { ...reason, field: path } : reason;
}

function reasonOf({ keyword, data }: ErrorObject, schema: FieldSchema): Reason | undefined {
  const { minimum, exclusiveMinimum, maximum, decimals, maxLength, maxItems } = schema;
  switch (keyword) {
    case 'type':
      return ofType([schema.type ?? []].flat(), data);
    case 'enum':
      return { code: 'not-in-list' };
    case 'format':
      return ofFormat(schema.format);
    case 'minimum':
    case 'maximum':
      return ofBounds(minimum, maximum);
    case 'exclusiveMinimum':
      return exclusiveMinimum === 0 ? { code: 'not-positive' } : undefined;
    case 'decimals':
      return { code: 'too-many-decimals', params: { decimals: decimals ?? 0 } };
    case 'maxLength':
      return { code: 'too-long', params: { max: maxLength ?? 0 } };
    case 'maxItems':
      return { code: 'too-many-entries', params: { max: maxItems ?? 0 } };
    case 'minLength':
    case 'minItems':
      return { code: 'required' };
    case 'trimmed':
      return { code: String(data).trim() === '' ? 'required' : 'bad-characters' };
    default:
      return undefined;
  }
}

function ofType(types: readonly string[], data: unknown): Reason | undefined {
  if (data === null || data === '') return { code: 'required' };
  if (types.includes('integer')) return { code: typeof data === 'number' ? 'not-whole' : 'not-a-number' };
  return types.includes('number') ? { code: 'not-a-number' } : undefined;
}

function ofFormat(format: string | undefined): Reason | undefined {
  switch (format) {
    case 'email':
      return { code: 'not-an-email' };
    case 'day':
    case 'timestamp':
    case 'date-time':
      return { code: 'not-a-date' };
    case 'year':
      return { code: 'not-whole' };
    case 'integration':
      return { code: 'bad-type-name' };
    case 'slug':
      return { code: 'bad-slug' };
    case 'web-address':
      return { code: 'bad-web-address' };
    case 'text':
      return { code: 'bad-characters' };
    default:
      return undefined;
  }
}

function ofBounds(min: number | undefined, max: number | undefined): Reason {
  if (min !== undefined && max !== undefined) return { code: 'out-of-range', params: { min, max } };
  return min !== undefined
    ? { code: 'too-small', params: { min } }
    : { code: 'too-large', params: { max: max ?? 0 } };
}
