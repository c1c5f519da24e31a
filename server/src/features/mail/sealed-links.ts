import { sealedColumn } from '../../database/sealed-column.js';

/** Links of mails that are not sent yet. */
export const sealedLinks = sealedColumn('mails', 'secret_sealed');
