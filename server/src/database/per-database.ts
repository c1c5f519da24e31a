import type { Database } from './database.js';

/** Caches one value per database, for the lifetime of the database. */
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
