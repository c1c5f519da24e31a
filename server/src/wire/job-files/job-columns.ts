import { invalid } from '../../platform/errors.js';
import { shorten } from '../../platform/text/shorten.js';
import { exportFields, isJobField, jobFields, type JobField } from './job-fields.js';

/** Which column of a file has a field: by the heading of the column. */
export type ColumnMapping = Readonly<Partial<Record<JobField, string>>>;

/** Names that other programs, and older versions of this one, have for the fields. Compared without case and punctuation. */
const otherNames: Readonly<Record<JobField, readonly string[]>> = {
  customer: [
    'customerid',
    'customernumber',
    'customerno',
    'client',
    'account',
    'kunde',
    'kundennummer',
    'kundennr',
    'codeclient',
    'cliente',
    'klant',
    'klantnummer',
    'klient',
  ],
  job: [
    'jobid',
    'jobnumber',
    'jobno',
    'jobname',
    'order',
    'orderid',
    'ordernumber',
    'orderno',
    'auftrag',
    'auftragsnummer',
    'auftragsnr',
    'commande',
    'pedido',
    'ordine',
    'commessa',
    'ordernummer',
    'zlecenie',
  ],
  date: ['jobdate', 'orderdate', 'printdate', 'printedon', 'datum', 'fecha', 'data', 'druckdatum'],
  sheets: [
    'pages',
    'quantity',
    'qty',
    'sheetcount',
    'numberofsheets',
    'bogen',
    'blatt',
    'anzahl',
    'menge',
    'feuilles',
    'hojas',
    'fogli',
    'folhas',
    'vellen',
    'arkusze',
  ],
  size: ['papersize', 'sheetsize', 'format', 'papierformat', 'bogenformat', 'formaat', 'formato', 'tamano'],
  width: ['sheetwidth', 'breite', 'largeur', 'ancho', 'larghezza', 'largura', 'breedte'],
  length: [
    'sheetlength',
    'height',
    'laenge',
    'länge',
    'hoehe',
    'höhe',
    'longueur',
    'hauteur',
    'largo',
    'lunghezza',
    'altezza',
    'lengte',
  ],
  gsm: [
    'density',
    'grammage',
    'grammatur',
    'gramaje',
    'grammatura',
    'gramatura',
    'gm2',
    'gm²',
    'basisweight',
    'paperweight',
  ],
  weight: ['mass', 'totalweight', 'gewicht', 'poids', 'kg', 'peso', 'waga'],
  unit: ['weightunit', 'uom', 'einheit', 'unite', 'unité', 'unidad', 'unita', 'eenheid'],
};

const keyOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[\s._#/()[\]-]/g, '')
    .replace(/(?<=.)kg$/, '');

const fieldOfKey = new Map(
  jobFields.flatMap((field) => [field, ...otherNames[field]].map((name) => [keyOf(name), field] as const)),
);

/** The columns that can be recognized by their headings, the first of each kind. Those of `others` are not looked for. */
export function guessColumns(
  headings: readonly string[],
  others: ReadonlySet<string> = new Set(),
): ColumnMapping {
  const guessed = new Map<JobField, string>();
  // A column with the very name of a field comes before one with another name for it.
  for (const heading of headings) {
    const name = heading.toLowerCase();
    if (isJobField(name) && !others.has(name) && !guessed.has(name)) guessed.set(name, heading);
  }
  for (const heading of headings) {
    const field = fieldOfKey.get(keyOf(heading));
    if (field !== undefined && !others.has(field) && !guessed.has(field)) guessed.set(field, heading);
  }
  // Of a file that has both for every job, one is enough.
  if (guessed.has('sheets') && guessed.get('weight')?.toLowerCase() !== 'weight') {
    guessed.delete('weight');
    guessed.delete('unit');
  }
  return Object.fromEntries(guessed);
}

/** The unit that the heading of a weight names, such as `Gewicht (kg)`. Grams of a square metre are not the weight of a job. */
export const unitInHeading = (heading: string): string | undefined =>
  /(?:^|[^\p{L}])(kg|g|lb|t)(?:$|[^\p{L}/])(?!\s*\/)/iu.exec(heading)?.[1]?.toLowerCase();

const ofSheets: readonly JobField[] = ['sheets', 'size', 'width', 'length', 'gsm'];
const ofWeight: readonly JobField[] = ['weight', 'unit'];

/**
 * Chosen columns, and those among the others that can be recognized. A job has sheets or a weight: if one is chosen, columns of the
 * other are not looked for. A field with an empty heading is left out.
 */
export function completeColumns(headings: readonly string[], chosen: ColumnMapping): ColumnMapping {
  const taken = new Set(Object.values(chosen).map((heading) => heading.toLowerCase()));
  const leftOut = new Set<string>([
    ...(chosen.weight && !chosen.sheets ? ofSheets : []),
    ...(chosen.sheets && !chosen.weight ? ofWeight : []),
  ]);
  const free = headings.filter((heading) => !taken.has(heading.toLowerCase()));
  const guessed = Object.entries(guessColumns(free, new Set(Object.keys(chosen)))).filter(
    ([field]) => !leftOut.has(field),
  );
  return Object.fromEntries([...guessed, ...Object.entries(chosen)].filter(([, heading]) => heading !== ''));
}

type Field = JobField | (typeof exportFields)[number];

/** The field of each column; undefined for columns that are left out. In other programs' files, `ID` may be the job. */
export function mappedFields(headings: readonly string[], mapping: ColumnMapping): (Field | undefined)[] {
  const fields: (Field | undefined)[] = headings.map(() => undefined);
  for (const [field, heading] of Object.entries(mapping)) {
    const index = headings.findIndex((one) => one.toLowerCase() === heading.toLowerCase());
    if (index < 0)
      throw invalid(`The file has no column ${shorten(heading)}`, {
        code: 'columns-missing',
        params: { columns: shorten(heading) },
      });
    if (fields[index] !== undefined)
      throw invalid(`The column ${shorten(heading)} is chosen twice`, {
        code: 'columns-twice',
        params: { columns: shorten(heading) },
      });
    fields[index] = field as JobField;
  }
  return fields.map(
    (field, index) => field ?? exportFields.find((name) => name === headings[index]?.toLowerCase()),
  );
}
