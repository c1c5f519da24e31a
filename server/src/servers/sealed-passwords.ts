import { sealedColumn } from '../platform/db/sealed-column.js';

export const sealedPasswords = sealedColumn('servers', 'password_sealed');
