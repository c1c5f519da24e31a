/** The readers of printers need it, too, so it is part of their workspace. */
export { withTimeout } from '@regrove/printers/with-timeout';
