/**
 * The names that may be meant by one that was read on a certificate: as it was entered, as certificates print it, or with marks apart
 * from their letters. What is copied from a PDF has another form than what was typed into the account.
 */
export function namesMeantBy(entered: string): ReadonlySet<string> {
  const printed = printedName(entered);
  return new Set([entered, entered.trim(), printed, printed.normalize('NFD')]);
}

/* As `cleanText` of the server: this package has no dependencies. */
const printedName = (name: string): string =>
  name
    .replace(/[\s\u0085]/gu, ' ')
    .replace(unwanted, '')
    .replace(/ +/gu, ' ')
    .normalize('NFC')
    .replace(/(\p{M}{8})\p{M}+/gu, '$1')
    .trim();

const unwanted =
  /[\p{Cc}\p{Cs}\uFFFD\u061C\u200B\u200E\u200F\u2028-\u202E\u2060-\u206F\uFEFF\uFFF9-\uFFFB\p{Noncharacter_Code_Point}]/gu;
