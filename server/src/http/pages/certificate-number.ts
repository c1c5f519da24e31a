/** The random end of the id, in groups that are easy to read out. */
export const certificateNumber = (id: string): string =>
  ['RG', ...(id.slice(-12).toUpperCase().match(/.{4}/g) ?? [])].join('-');
