import { Ajv, type ErrorObject } from 'ajv';
import { isScreenAddress } from '../messages/links.js';
import { isPlainLine, isPlainText } from '../platform/text/control-characters.js';
import { isWebAddress } from '../platform/text/web-address.js';
import { parseDay } from '../platform/time/days.js';
import { decimalPlaces } from '../platform/decimals.js';
import { isUuid } from '../platform/ids.js';
import { shorten } from '../platform/text/shorten.js';
import { fieldName, joinFieldPath } from './field-path.js';
import { parseTimestamp } from './times.js';
import { describeSchema, type FieldSchema } from './describe-schema.js';

/** Nothing is coerced or dropped: input is valid or refused. Only `trimmed` and `lowerCase` change values. */
function createAjv(): Ajv {
  const ajv = new Ajv({
    strict: false,
    verbose: true,
    allErrors: false,
    useDefaults: false,
    coerceTypes: false,
  });
  ajv.addFormat('uuid', isUuid);
  ajv.addFormat('timestamp', (text: string) => parseTimestamp(text) !== undefined);
  ajv.addFormat('day', (text: string) => parseDay(text) !== undefined);
  ajv.addFormat('date-time', true);
  ajv.addFormat('email', /^[^\s@<>()",;:\\[\]]+@[^\s@.<>()",;:\\[\]]+(\.[^\s@.<>()",;:\\[\]]+)+$/);
  ajv.addFormat('integration', /^[a-z0-9][a-z0-9_]{0,63}$/);
  ajv.addFormat('secret', (text: string) => !text.includes('\u0000') && text.isWellFormed());
  ajv.addFormat('slug', /^[a-z0-9-]{3,64}$/);
  ajv.addFormat('web-address', isWebAddress);
  ajv.addFormat('screen', isScreenAddress);
  ajv.addFormat('text', isPlainText);
  ajv.addFormat('whole', /^\d{1,9}$/);
  ajv.addFormat('year', /^\d{4}$/);
  ajv.addKeyword({
    keyword: 'trimmed',
    // Lengths and formats apply to the trimmed text.
    before: 'maxLength',
    type: 'string',
    modifying: true,
    errors: false,
    validate: (_: unknown, text: string, __: unknown, place?: Place) => {
      const trimmed = text.trim();
      put(trimmed, place);
      return trimmed !== '' && isPlainLine(trimmed);
    },
  });
  ajv.addKeyword({
    keyword: 'lowerCase',
    type: 'string',
    modifying: true,
    errors: false,
    validate: (_: unknown, text: string, __: unknown, place?: Place) => {
      put(text.toLowerCase(), place);
      return true;
    },
  });
  ajv.addKeyword({
    keyword: 'decimals',
    type: 'number',
    errors: false,
    validate: (atMost: number, value: number) => decimalPlaces(value) <= atMost,
  });
  return ajv;
}

/** The position of a value in the input. */
interface Place {
  readonly parentData: object;
  readonly parentDataProperty: string | number;
}

function put(value: string, place: Place | undefined): void {
  if (place) Object.assign(place.parentData, { [place.parentDataProperty]: value });
}

const ajv = createAjv();

export const compileSchema = (schema: object): ReturnType<Ajv['compile']> => ajv.compile(schema);

export interface InvalidMessageOptions {
  /** The name of the whole input in messages. */
  readonly whole?: string;
  readonly revision?: string;
  /** Another revision that knows a field that this one does not. */
  readonly elsewhere?: (field: string) => string | undefined;
}

/** One sentence that names the field and what it accepts. */
export function describeInvalid(
  [error]: readonly ErrorObject[],
  { whole = 'The body', revision = '', elsewhere = () => undefined }: InvalidMessageOptions = {},
): string {
  if (!error) return 'The request is not valid';
  const field = fieldName(error.instancePath);
  if (error.keyword === 'additionalProperties') {
    const name = shorten(String(error.params['additionalProperty']));
    const other = elsewhere(name);
    const unknown = `${joinFieldPath(field, name)} is not a known field`;
    return other === undefined
      ? unknown
      : `${unknown} in revision ${revision}: it exists in revision ${other}`;
  }
  if (error.keyword === 'required') {
    return `${joinFieldPath(field, String(error.params['missingProperty']))} is required`;
  }
  return `${field === '' ? whole : field} must be ${describeSchema((error.parentSchema ?? {}) as FieldSchema)}`;
}
