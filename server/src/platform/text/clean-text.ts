/** The readers of printers need it, too, so it is part of their workspace. */
export { cleanText } from '@regrove/printers/clean-text';
