const prefix = 'sandbox_';

/** The schema with the tables of a sandbox. */
export const schemaOfSandbox = (id: string): string => prefix + id.replaceAll('-', '');

/** A regular expression of SQL that matches the names of these schemas. */
export const sandboxSchemaPattern = `^${prefix}[0-9a-f]{32}$`;

export const idOfSchema = (schema: string): string =>
  schema.slice(prefix.length).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
