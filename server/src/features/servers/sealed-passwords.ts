import { sealedColumn } from '../../database/sealed-column.js';

export const sealedPasswords = sealedColumn('servers', 'password_sealed');
