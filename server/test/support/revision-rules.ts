export type Fields = Record<string, unknown>;

/** How a revision differs from the default one. The rules are written by hand, not taken from the server. */
export interface RevisionRules {
  readonly requiresUserAgent: boolean;
  /** Paths that it does not have, including everything below them. */
  readonly missingPaths: readonly string[];
  /** Paths that take a body of another shape, if there are any: only their fields are tested again. */
  readonly ownBodies?: readonly string[];
  /** A request body in this revision. Absent: bodies are the same. */
  readonly toRevision?: (body: Fields, method: string, path: string) => Fields;
  /** The same for the text of a body, which may be invalid JSON. */
  readonly textToRevision?: (text: string, method: string, path: string) => string;
  /** One object of a response, at any depth, in the default revision. Throws if it has other fields than this revision has. */
  readonly fromRevision: (fields: Fields) => Fields;
}

export const isFields = (value: unknown): value is Fields =>
  value !== null && typeof value === 'object' && !Array.isArray(value);

/** Changes every object in the value, innermost first. */
export function changeFields(value: unknown, change: (fields: Fields) => Fields): unknown {
  if (Array.isArray(value)) return value.map((item) => changeFields(item, change));
  if (!isFields(value)) return value;
  return change(
    Object.fromEntries(Object.entries(value).map(([name, field]) => [name, changeFields(field, change)])),
  );
}

export function rename(fields: Fields, from: string, to: string): Fields {
  if (!(from in fields)) return fields;
  const { [from]: value, ...rest } = fields;
  return { ...rest, [to]: value };
}

/** The fields without one that must be there. */
export function takeOut(fields: Fields, name: string): Fields {
  if (!(name in fields)) throw new Error(`A response of this revision must have ${name}`);
  const { [name]: dropped, ...rest } = fields;
  return rest;
}

export function expectAbsent(fields: Fields, ...names: string[]): void {
  const found = names.find((name) => name in fields);
  if (found !== undefined) throw new Error(`A response of this revision must not have ${found}`);
}
