import { amount, text, time } from './export-column.js';

/** Columns that several lists have. */
export const id = text('export.id', 'id');
export const created = time('export.created', 'created_at');
export const name = text('app.accounts.name', 'name');
export const reference = text('export.reference', 'external_id');
export const role = text('app.feeds.type', 'role');
export const status = text('app.status', 'status');
export const trees = amount('app.trees', 'trees');
export const pages = amount('app.pages', 'pages');
export const currency = text('export.currency', 'currency');
