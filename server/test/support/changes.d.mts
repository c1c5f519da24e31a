/** Returns the changes since the last call, like `insert deposits`. */
export type Changes = () => Promise<string[]>;

export function watchChanges(database: {
  sql: (text: string, values?: unknown[]) => Promise<{ id: string; what: string }[]>;
}): Promise<Changes>;
