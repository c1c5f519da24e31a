/** The statements of a migration, each with the comments above it. The body of a function is part of its statement. */
export const statementsOf = (sql: string): string[] =>
  (sql.match(/(?:--.*|\$\$[\s\S]*?\$\$|'(?:[^']|'')*'|[^;])+/g) ?? []).filter(
    (one) => flatStatement(one) !== '',
  );

/** Without comments and line breaks, in lower case. */
export const flatStatement = (statement: string): string =>
  statement.replace(/--.*$/gm, ' ').replace(/\s+/g, ' ').trim().toLowerCase();
