import { parseCheckpoint, parseNote } from '@regrove/verify';

/** Another process signs the log under another name. */
export class LogNameError extends Error {}

/** The name of the log in a checkpoint. */
export const originOf = (note: string): string => parseCheckpoint(parseNote(note).text).origin;

// Without a public address, the name has the port, which may be another one after a restart. Nobody elsewhere can follow such a log.
export const isLocalName = (origin: string): boolean =>
  /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d{1,5})?\/log$/.test(origin);

/** Whether a log with the first name may be signed with the other one, without `log restart`. */
export const canRenameLog = (current: string, origin: string): boolean =>
  current === origin || isLocalName(current);
