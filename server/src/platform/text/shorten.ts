const usualLength = 100;

/** A text of somebody else, cut short enough to be quoted in a message. */
export const shorten = (text: string, maxLength = usualLength): string =>
  text.length <= maxLength ? text : `${text.slice(0, maxLength - 1).toWellFormed()}…`;

const maxValueLength = 40;

/** Behind what a field of a file takes: what it has. Nothing where it is empty. */
export const insteadOf = (text: string | undefined): string =>
  text ? `, not "${shorten(text, maxValueLength)}"` : '';

/** The same for a reason, whose words say nothing of it: whoever shows them names the value beside the field. */
export const valueIn = (text: string | undefined): { readonly value?: string } =>
  text ? { value: shorten(text, maxValueLength) } : {};
