import type { Database } from '../platform/db/database.js';
import { statement } from '../platform/db/statement.js';
import type { Methodology } from '../paper/methodology.js';
import type { Sheets } from '../paper/sheets.js';

const columns = `id, standard_width * standard_length * standard_gsm as standard_page_mass,
  pages_per_tree, emission_factor, price_per_page`;

const selectCurrent = statement<Methodology>(`select ${columns} from methodologies where current`);

/** The methodology that new quotes, orders and offsets use. */
export async function currentMethodology(db: Database): Promise<Methodology> {
  const current = await db.first(selectCurrent);
  if (!current) throw new Error('No methodology is current');
  return current;
}

const selectSheet = statement<Omit<Sheets, 'quantity'>>(
  'select standard_width as width, standard_length as length, standard_gsm as gsm from methodologies where id = $1',
);

/** The paper that a methodology counts in. */
export async function standardSheet(db: Database, id: string): Promise<Omit<Sheets, 'quantity'>> {
  const sheet = await db.first(selectSheet, [id]);
  if (!sheet) throw new Error(`Methodology ${id} is gone`);
  return sheet;
}
