import { concat, fromUtf8, toHex, toUtf8 } from './bytes.js';
import { maxEntryBytes } from './bundle.js';
import { canonicalJson, type JsonValue } from './canonical-json.js';
import { LogError } from './errors.js';
import { sha256 } from './sha256.js';

interface Named {
  readonly id: string;
  readonly name: string;
}

interface Common<Type extends string> {
  readonly v: 1;
  readonly type: Type;
  /** When it was entered, in UTC. */
  readonly at: string;
}

export interface CertificateIssued extends Common<'certificate.issued'> {
  readonly id: string;
  readonly date: string;
  readonly pages: number;
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
  readonly serials: readonly string[];
  readonly tonnes: string;
}

export interface PlantingRecorded extends Common<'planting.recorded'> {
  readonly id: string;
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
export interface OtherEntry {
  readonly v: number;
  readonly type: string;
}

export type Entry = KnownEntry | OtherEntry;

type Fields = Readonly<Record<string, unknown>>;
type Check = (value: unknown) => boolean;

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const matches =
  (pattern: RegExp): Check =>
  (value) =>
    typeof value === 'string' && pattern.test(value);
const has =
  (checks: Readonly<Record<string, Check>>): Check =>
  (value) =>
    isObject(value) && Object.entries(checks).every(([key, check]) => check(value[key]));

const text = matches(/./su);
const time = matches(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{3})?Z$/);
const date = matches(/^\d{4}-\d\d-\d\d$/);
const amount = matches(/^(0|[1-9]\d*)\.\d{6}$/);
const count: Check = (value) => typeof value === 'number' && value >= 0;
const texts: Check = (value) => Array.isArray(value) && value.every(text);

/** Further fields are allowed. */
const shapes: Readonly<Record<KnownEntry['type'], Readonly<Record<string, Check>>>> = {
  'certificate.issued': {
    id: text,
    date,
    pages: count,
    trees: amount,
    project: has({ id: text, name: text }),
    methodology: (value) => value === null || text(value),
    account: matches(/^[0-9a-f]{64}$/),
  },
  'certificate.withdrawn': { id: text },
  'methodology.adopted': {
    id: text,
    factors: (value) => isObject(value) && texts(Object.values(value)),
  },
  'credits.imported': { serial: text, vintage: has({ start: date, end: date }), tonnes: amount },
  'credits.allocated': { offset: text, serials: texts, tonnes: amount },
  'credits.retired': { serials: texts, tonnes: amount },
  'planting.recorded': { id: text },
};

/** Whether this version knows what the entry's fields mean. `parseEntry` has checked them. */
export const isKnownEntry = (entry: Entry): entry is KnownEntry =>
  entry.v === 1 && Object.hasOwn(shapes, entry.type);

function requireShape(entry: unknown): asserts entry is Entry {
  const holds =
    has({ v: count, type: text })(entry) &&
    (!isKnownEntry(entry as Entry) || has({ at: time, ...shapes[(entry as KnownEntry).type] })(entry));
  if (!holds) throw new LogError('malformed-entry', 'A field of the entry is missing or wrong');
}

/** The bytes that are entered in the log. */
export function formatEntry(entry: Entry): Uint8Array {
  requireShape(entry);
  const bytes = toUtf8(canonicalJson(entry as unknown as JsonValue));
  if (bytes.length > maxEntryBytes) throw new LogError('malformed-entry', 'The entry is too long');
  return bytes;
}

/** Throws a `LogError` unless the bytes are what `formatEntry` writes. */
export function parseEntry(bytes: Uint8Array): Entry {
  const json = bytes.length > maxEntryBytes ? '' : fromUtf8(bytes, 'malformed-entry');
  let entry: unknown;
  try {
    entry = JSON.parse(json);
  } catch (cause) {
    throw new LogError('malformed-entry', 'The entry is not JSON, or too long', { cause });
  }
  requireShape(entry);
  if (canonicalJson(entry as unknown as JsonValue) !== json)
    throw new LogError('malformed-entry', 'The entry is not in canonical form');
  return entry;
}

/** What stands for a name in public: nobody finds the name without the salt of 32 random bytes. */
export async function accountHash(salt: Uint8Array, name: string): Promise<string> {
  if (salt.length !== 32) throw new LogError('out-of-range', 'A salt has 32 bytes');
  return toHex(await sha256(concat(salt, toUtf8(name))));
}
