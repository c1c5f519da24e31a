import { Type, type Static, type TObject } from '@sinclair/typebox';
import { BadArea, readArea } from '../features/plantings/area.js';
import type { PlantingFile, PlantingLine } from '../features/plantings/planting-file.js';
import type { Area } from '../features/plantings/planting.js';
import { decimal } from '../platform/decimals.js';
import { invalid } from '../platform/errors.js';
import { mapInBatches } from '../platform/limits/batches.js';
import { readCsvTable, type CsvLine } from '../platform/text/csv-table.js';
import { readJsonRows } from '../platform/text/json-rows.js';
import { shorten } from '../platform/text/shorten.js';
import { Body, SingleLineText, Optional } from './fields.js';
import { columnChecker, type Fault } from './file-lines.js';

/** Files with more are split by whoever makes them. */
export const maxPlantings = 20_000;
export const maxPlantingFileBytes = 32 * 1024 * 1024;
/** A character takes at least one byte. */
const maxCharacters = maxPlantingFileBytes;
/** As long as the largest polygon in CSV, with its other columns. */
const maxLineLength = 200_000;
const jsonLimits = { values: 4_000_000, depth: 12, fields: 20 };
const batchSize = 50;

// An entry of the transparency log has at most 64 KiB, whatever the letters.
const SurvivalAudit = Body('SurvivalAuditEntry', {
  audited_on: Type.String({ format: 'day' }),
  rate: Type.Number({ minimum: 0, maximum: 1, decimals: 6 }),
  auditor: SingleLineText(100),
});

const Columns = Type.Object({
  project: SingleLineText(255),
  reference: SingleLineText(100),
  planted_on: Type.String({ format: 'day' }),
  trees: Type.Integer({ minimum: 1, maximum: 1e12 }),
  partner: SingleLineText(255),
  species: Type.Array(SingleLineText(100), { maxItems: 50 }),
  polygon: Optional(Type.Unsafe<object>({ type: 'object' })),
  survival: Optional(Type.Array(SurvivalAudit, { maxItems: 50 })),
  source_url: Optional(Type.String({ maxLength: 2048, format: 'web-address' })),
} satisfies Record<string, TObject['properties'][string]>);

const required = ['project', 'reference', 'planted_on', 'trees', 'partner', 'species'] as const;
const optional = ['polygon', 'survival', 'source_url'] as const;
export const plantingColumns = { required, optional };
const names: readonly string[] = [...required, ...optional];

const faultsOf = columnChecker(Columns);

/** Reads a file of plantings, CSV or JSON, and checks each row by itself. */
export async function readPlantingFile(file: string): Promise<PlantingFile> {
  if (file.length > maxCharacters)
    throw invalid(`The file is too large: at most ${maxCharacters / 1024 / 1024} MiB are allowed`, {
      code: 'body-too-large',
      params: { limit: `${maxCharacters / 1024 / 1024} MiB` },
    });
  const text = file.replace(/^\uFEFF/, '');
  const { rows, faults } = /^\s*[[{]/.test(text) ? jsonRows(text) : await csvRows(text);
  if (rows.length > maxPlantings)
    throw invalid(`The file has too many plantings: at most ${maxPlantings} are allowed`, {
      code: 'file-too-many-lines',
      params: { max: maxPlantings },
    });
  if (rows.length + faults.length === 0)
    throw invalid('The file has no plantings', { code: 'file-only-header' });
  const checked = await mapInBatches(rows, batchSize, check);
  return {
    lines: checked.flatMap(({ line }) => line ?? []),
    faults: [...faults, ...checked.flatMap((row) => row.faults)],
  };
}

/** A row by the names of its columns, and the texts that a message may quote. */
interface Row {
  readonly line: number;
  readonly body: Readonly<Record<string, unknown>>;
  readonly texts: Readonly<Record<string, string>>;
  /** Several rows of JSON may be on one line, so messages also name the planting. */
  readonly messageSuffix: string;
  readonly faults: readonly Fault[];
}

interface Rows {
  readonly rows: readonly Row[];
  readonly faults: PlantingFile['faults'];
}

const jsonRows = (text: string): Rows => ({
  rows: readJsonRows(text, jsonLimits).map(({ line, value }) => ({ line, texts: {}, ...bodyOf(value) })),
  faults: [],
});

function bodyOf(value: unknown): Pick<Row, 'body' | 'faults' | 'messageSuffix'> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return { body: {}, faults: [{ what: 'must be an object' }], messageSuffix: '' };
  const reference = 'reference' in value && typeof value.reference === 'string' ? value.reference : '';
  const unknown = Object.keys(value).filter((name) => !names.includes(name));
  return {
    body: value as Record<string, unknown>,
    messageSuffix: reference === '' ? '' : ` (${shorten(reference, 40)})`,
    faults: unknown.slice(0, 3).map((name) => ({ what: `there is no field ${shorten(name, 40)}` })),
  };
}

type CsvRow = CsvLine<(typeof required)[number], (typeof optional)[number]>;

async function csvRows(text: string): Promise<Rows> {
  const table = await readCsvTable(text, { ...plantingColumns, maxLineLength }, maxPlantings);
  return { rows: await mapInBatches(table.lines, batchSize, csvRow), faults: table.faults };
}

function csvRow({ line, ...texts }: CsvRow): Row {
  const faults: Fault[] = [];
  const json = (name: 'species' | 'polygon' | 'survival', text: string): unknown => {
    try {
      return JSON.parse(text) as unknown;
    } catch {
      faults.push({ what: `${name} must be JSON`, reason: { code: 'not-json', field: name } });
      return null;
    }
  };
  const body = {
    ...texts,
    trees: /^\d{1,16}$/.test(texts.trees) ? Number(texts.trees) : texts.trees,
    // As some programs write a list. Taken for a name, it would be in the log for good.
    species: texts.species.trimStart().startsWith('[')
      ? (json('species', texts.species) ?? [])
      : namesIn(texts.species),
    polygon: texts.polygon === '' ? null : texts.polygon && json('polygon', texts.polygon),
    // Spreadsheets have empty cells wherever nothing was entered. Audits are only removed by who says so.
    survival: texts.survival ? json('survival', texts.survival) : undefined,
    source_url: texts.source_url === '' ? null : texts.source_url,
  };
  const quoted = { ...texts, polygon: '', survival: '' };
  return { line, body: withoutUndefined(body), texts: quoted, messageSuffix: '', faults };
}

const namesIn = (list: string): string[] =>
  list
    .split(';')
    .map((name) => name.trim())
    .filter((name) => name !== '');

const withoutUndefined = (body: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined));

interface Checked {
  readonly line: PlantingLine | undefined;
  readonly faults: PlantingFile['faults'];
}

function check({ line, body, texts, messageSuffix, faults: known }: Row): Checked {
  const { area, faults: ofArea } = areaOf(body['polygon']);
  const faults = [...known, ...faultsOf(body, texts), ...ofArea].map(({ what, ...fault }) => ({
    line,
    what: what + messageSuffix,
    ...fault,
  }));
  if (faults.length > 0) return { line: undefined, faults };
  const row = body as Static<typeof Columns>;
  return {
    line: {
      line,
      messageSuffix: messageSuffix,
      project: row.project,
      reference: row.reference,
      plantedOn: row.planted_on,
      trees: decimal(row.trees).toFixed(),
      partner: row.partner,
      species: withoutRepetitions(row.species),
      polygon: area,
      survival:
        row.survival &&
        row.survival.map(({ audited_on: auditedOn, rate, auditor }) => ({ auditedOn, rate, auditor })),
      sourceUrl: row.source_url,
    },
    faults,
  };
}

/** Case-insensitively: a species that is named twice would count twice where species are compared. */
function withoutRepetitions(species: readonly string[]): string[] {
  const spellings = new Map<string, string>();
  for (const name of species) {
    const key = name.normalize('NFKC').toLowerCase();
    if (!spellings.has(key)) spellings.set(key, name);
  }
  return [...spellings.values()];
}

/** Undefined: not given, null: removed. A value that is no object is reported by the schema. */
function areaOf(polygon: unknown): { area?: Area | null | undefined; faults: readonly Fault[] } {
  if (typeof polygon !== 'object' || polygon === null)
    return { area: polygon === null ? null : undefined, faults: [] };
  try {
    return { area: readArea(polygon), faults: [] };
  } catch (error) {
    if (!(error instanceof BadArea)) throw error;
    return { faults: [{ what: error.what, reason: error.reason }] };
  }
}
