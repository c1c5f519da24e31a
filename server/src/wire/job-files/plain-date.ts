/** A day as `3.11.2026` or `2026/11/03`, which mean the same everywhere, as the API has it. `03/11/2026` does not. */
export const plainDate = (text: string): string => {
  const [, day, month, year] = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/.exec(text) ?? [];
  if (year !== undefined) return [year, month?.padStart(2, '0'), day?.padStart(2, '0')].join('-');
  return text.replace(/^(\d{4})\/(\d{2})\/(\d{2})$/, '$1-$2-$3');
};
