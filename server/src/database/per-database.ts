import type { Database } from './database.js';

/** Something that is made once for each database, and gone with it. */
export function perDatabase<T>(make: (db: Database) => T): (db: Database) => T {
  const made = new WeakMap<Database, T>();
  return (db) => {
    const known = made.get(db);
    if (known !== undefined) return known;
    const one = make(db);
    made.set(db, one);
    return one;
  };
}
