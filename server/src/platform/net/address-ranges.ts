/** The readers of printers need it, too, so it is part of their workspace. */
export { addressRanges } from '@regrove/printers/address-ranges';
