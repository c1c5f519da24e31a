import { sealedColumn } from '../../database/sealed-column.js';

/** The links in mails that are not sent yet. */
export const sealedLinks = sealedColumn('mails', 'secret_sealed');
