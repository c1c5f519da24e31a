import { boundedText, concat, toHex, toUtf8 } from './bytes.js';
import { canonicalJson, type JsonValue } from './canonical-json.js';
import { assert, LogError } from './errors.js';
import { sha256 } from './sha256.js';
import { maxEntryBytes } from './tiles.js';

const code = 'malformed-entry';

interface Named {
  readonly id: string;
  readonly name: string;
}

interface Common<Type extends string> {
  readonly v: 1;
  readonly type: Type;
  /** When it happened, in UTC. */
  readonly at: string;
}

export interface CertificateIssued extends Common<'certificate.issued'> {
  readonly id: string;
  readonly date: string;
  /** Its digits if a number in JSON would not be exact: from 2^53 on. */
  readonly pages: number | string;
  /** With six decimals, as all amounts. */
  readonly trees: string;
  readonly project: Named;
  /** Null if nobody knows any more: it was issued and withdrawn before the log began. */
  readonly methodology: string | null;
  /** `accountHash` of the account's name. */
  readonly account: string;
}

export interface CertificateWithdrawn extends Common<'certificate.withdrawn'> {
  readonly id: string;
}

export interface MethodologyAdopted extends Common<'methodology.adopted'> {
  readonly id: string;
  readonly factors: Readonly<Record<string, string>>;
}

export interface CreditsImported extends Common<'credits.imported'> {
  /** The range of credits, as the registry writes it. */
  readonly serial: string;
  readonly vintage: { readonly start: string; readonly end: string };
  readonly tonnes: string;
}

export interface CreditsAllocated extends Common<'credits.allocated'> {
  readonly offset: string;
  readonly serials: readonly string[];
  readonly tonnes: string;
}

export interface CreditsRetired extends Common<'credits.retired'> {
  readonly id: string;
  /** The range of whole credits, as the registry writes it. */
  readonly serial: string;
  readonly tonnes: string;
  readonly retired_on: string;
  /** The registry's page of it. Null: not known. */
  readonly registry_url: string | null;
}

/** Once when it becomes known, and again whenever one of these facts changes. */
export interface PlantingRecorded extends Common<'planting.recorded'> {
  readonly id: string;
  readonly reference: string;
  readonly project: Named;
  readonly planted_on: string;
  readonly trees: string;
  readonly partner: string;
  readonly species: readonly string[];
  /** The oldest first. Rates are from 0 to 1, with six decimals. */
  readonly survival: readonly {
    readonly audited_on: string;
    readonly rate: string;
    readonly auditor: string;
  }[];
  /** SHA-256 of the canonical JSON of its GeoJSON geometry. Null: none is known. */
  readonly polygon: string | null;
}

export type KnownEntry =
  | CertificateIssued
  | CertificateWithdrawn
  | MethodologyAdopted
  | CreditsImported
  | CreditsAllocated
  | CreditsRetired
  | PlantingRecorded;

/** Of a later version. Its fields are kept, and mean nothing here. */
export interface UnknownEntry {
  readonly v: number;
  readonly type: string;
}

export type Entry = KnownEntry | UnknownEntry;

type Check = (value: unknown) => boolean;

const matches =
  (pattern: RegExp): Check =>
  (value) =>
    typeof value === 'string' && pattern.test(value);
/** An object with these fields, and maybe others. */
const has =
  (checks: Readonly<Record<string, Check>>): Check =>
  (value) =>
    isObject(value) && Object.entries(checks).every(([key, check]) => check(value[key]));
const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const text = matches(/./su);
const date = matches(/^\d{4}-\d\d-\d\d$/);
const amount = matches(/^(0|[1-9]\d*)\.\d{6}$/);
const count: Check = (value) => typeof value === 'number' && value >= 0;
const listOf =
  (check: Check): Check =>
  (value) =>
    Array.isArray(value) && value.every(check);
const orNull =
  (check: Check): Check =>
  (value) =>
    value === null || check(value);
const texts = listOf(text);
const hash = matches(/^[0-9a-f]{64}$/);
const identified = { id: text };
const named = has({ ...identified, name: text });

const shapes: Readonly<Record<KnownEntry['type'], Readonly<Record<string, Check>>>> = {
  'certificate.issued': {
    ...identified,
    date,
    pages: (value) => count(value) || matches(/^[1-9]\d*$/)(value),
    trees: amount,
    project: named,
    methodology: orNull(text),
    account: hash,
  },
  'certificate.withdrawn': identified,
  'methodology.adopted': {
    ...identified,
    factors: (value) => isObject(value) && texts(Object.values(value)),
  },
  'credits.imported': { serial: text, vintage: has({ start: date, end: date }), tonnes: amount },
  'credits.allocated': { offset: text, serials: texts, tonnes: amount },
  'credits.retired': {
    ...identified,
    serial: text,
    tonnes: amount,
    retired_on: date,
    registry_url: orNull(text),
  },
  'planting.recorded': {
    ...identified,
    reference: text,
    project: named,
    planted_on: date,
    trees: amount,
    partner: text,
    species: texts,
    survival: listOf(has({ audited_on: date, rate: amount, auditor: text })),
    polygon: orNull(hash),
  },
};

/** Whether this version knows what the entry's fields mean. `parseEntry` has checked them. */
export const isKnownEntry = (entry: Entry): entry is KnownEntry =>
  entry.v === 1 && Object.hasOwn(shapes, entry.type);

const hasShape = (entry: Entry): boolean =>
  has({ v: count, type: text })(entry) &&
  (!isKnownEntry(entry) ||
    has({ at: matches(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{3})?Z$/), ...shapes[entry.type] })(entry));

/** Throws a `LogError` unless the bytes are the one form of an entry. */
export function parseEntry(bytes: Uint8Array): Entry {
  const json = boundedText(bytes, maxEntryBytes, code);
  let entry: Entry;
  try {
    entry = JSON.parse(json) as Entry;
  } catch (cause) {
    throw new LogError(code, 'The entry is not JSON', { cause });
  }
  assert(hasShape(entry), code, 'A field of the entry is missing or wrong');
  assert(canonicalJson(entry as unknown as JsonValue) === json, code, 'The entry is not in canonical form');
  return entry;
}

/** What stands for a name in public: nobody finds the name without the salt of 32 random bytes. */
export async function accountHash(salt: Uint8Array, name: string): Promise<string> {
  assert(salt.length === 32, 'out-of-range', 'A salt has 32 bytes');
  return toHex(await sha256(concat(salt, toUtf8(name))));
}
