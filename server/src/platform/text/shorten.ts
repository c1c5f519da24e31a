const usualLength = 100;

/** Truncates text from outside, so that a message can quote it. */
export const shorten = (text: string, maxLength = usualLength): string =>
  text.length <= maxLength ? text : `${text.slice(0, maxLength - 1).toWellFormed()}…`;

const maxValueLength = 40;

/** Follows the description of what a field accepts: quotes the actual value, if there is one. */
export const quoteActualValue = (text: string | undefined): string =>
  text ? `, not "${shorten(text, maxValueLength)}"` : '';

/** The same as a parameter of a reason. Its message omits the value, which is shown next to the field. */
export const valueParam = (text: string | undefined): { readonly value?: string } =>
  text ? { value: shorten(text, maxValueLength) } : {};
