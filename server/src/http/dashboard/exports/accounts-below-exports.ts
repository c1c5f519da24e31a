import { listedAccounts } from '../account-routes/accounts.js';
import { rankedAccounts } from '../account-routes/overview.js';
import { foundAccounts } from '../account-routes/search.js';
import { created, id, name, pages, reference, role, status, trees } from './common-columns.js';
import { amount, text, time } from './export-column.js';
import { exportOf } from './list-export.js';

const displayName = text('app.accounts.displayName', 'display_name');
const active = time('app.overview.active', 'active_at');
const parent = text('export.parent', 'parent_display_name');

/** Lists of the accounts below an account. */
export const accountsBelowExports = [
  exportOf({
    list: listedAccounts,
    title: 'app.accounts.title',
    columns: [name, displayName, reference, status, trees, pages, active, created, id],
  }),
  exportOf({
    list: foundAccounts,
    title: 'app.accounts.title',
    columns: [name, displayName, reference, role, status, parent, id],
  }),
  exportOf({
    list: rankedAccounts,
    title: 'app.overview.ranking',
    columns: [
      name,
      displayName,
      reference,
      status,
      parent,
      trees,
      pages,
      active,
      amount('app.feeds.title', 'feeds'),
      amount('app.feeds.unhealthy', 'unhealthy_feeds'),
      id,
    ],
  }),
];
