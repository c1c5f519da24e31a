import { accounts } from './accounts/index.js';
import { certificates } from './certificates/index.js';
import { deposits } from './deposits/index.js';
import { invoice, invoices } from './invoices/index.js';
import { keys } from './keys/index.js';
import { overview } from './overview/index.js';
import type { Screen } from './screen.js';
import { sessions } from './sessions/index.js';
import { settings } from './settings/index.js';
import { users } from './users/index.js';

/** Every screen, in the order of the navigation. */
export const screens: readonly Screen[] = [
  overview,
  certificates,
  deposits,
  accounts,
  users,
  keys,
  invoices,
  invoice,
  settings,
  sessions,
];
