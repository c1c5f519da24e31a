const usualLength = 100;

/** A text of somebody else, cut short enough to be quoted in a message. */
export const shorten = (text: string, maxLength = usualLength): string =>
  text.length <= maxLength ? text : `${text.slice(0, maxLength - 1).toWellFormed()}…`;
