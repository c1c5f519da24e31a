import type { Reason } from '../../platform/reason.js';
import { isPlainLine } from '../../platform/text/control-characters.js';
import { quoteActualValue, valueParam } from '../../platform/text/shorten.js';
import { isWebAddress } from '../../platform/text/web-address.js';
import { isCountry } from './countries.js';
import type { LotQualities } from './carbon-lot-store.js';
import type { CreditLine } from './credit-file.js';

type Note = (what: string, reason: Reason) => void;

const maxTextLength = 255;
const maxUrlLength = 2_000;
const answers = ['yes', 'no', 'unknown'] as const;

/** What a line says about its credits. Empty fields are not given, which two columns call `unknown`. */
export function readQualities(line: CreditLine, note: Note): LotQualities {
  return {
    type: oneOf('type', line.type, ['removal', 'avoidance'], note),
    standard: text('standard', line.standard, note),
    registry: text('registry', line.registry, note),
    country: country(line.country, note),
    ccp: oneOf('ccp', line.ccp, answers, note) ?? 'unknown',
    correspondingAdjustment:
      oneOf('corresponding_adjustment', line.corresponding_adjustment, answers, note) ?? 'unknown',
    registryUrl: url(line.registry_url, note),
  };
}

function oneOf<Value extends string>(
  field: string,
  given: string | undefined,
  values: readonly Value[],
  note: Note,
): Value | null {
  if (!given) return null;
  const known = values.find((value) => value === given.toLowerCase());
  if (known === undefined)
    note(`${field} must be ${values.join(' or ')}${quoteActualValue(given)}`, {
      code: 'not-in-list',
      field,
      params: { allowed: values.join(', '), ...valueParam(given) },
    });
  return known ?? null;
}

function text(field: string, given: string | undefined, note: Note): string | null {
  if (!given) return null;
  if (given.length <= maxTextLength && isPlainLine(given)) return given;
  note(`${field} must be a line of at most ${maxTextLength} characters`, {
    code: 'too-long',
    field,
    params: { max: maxTextLength },
  });
  return null;
}

function country(given: string | undefined, note: Note): string | null {
  if (!given) return null;
  const code = given.toUpperCase();
  if (isCountry(code)) return code;
  note(`country must be a code of ISO 3166 with two letters, such as ID${quoteActualValue(given)}`, {
    code: 'bad-country',
    field: 'country',
    params: valueParam(given),
  });
  return null;
}

function url(given: string | undefined, note: Note): string | null {
  if (!given) return null;
  if (given.length <= maxUrlLength && isWebAddress(given)) return given;
  note(`registry_url must be an address that begins with http:// or https://${quoteActualValue(given)}`, {
    code: 'bad-web-address',
    field: 'registry_url',
    params: valueParam(given),
  });
  return null;
}
