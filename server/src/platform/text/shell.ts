/** A text as one word of a shell's command line; left as it is where it has nothing in it that a shell reads. */
export const shellWord = (text: string): string =>
  /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
