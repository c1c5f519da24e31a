import { isInSandbox } from '../base-path.js';
import { activity } from './activity/index.js';
import { accounts } from './accounts/index.js';
import { carbonOffsets } from './carbon-offsets/index.js';
import { certificates } from './certificates/index.js';
import { deposits } from './deposits/index.js';
import { feeds } from './feeds/index.js';
import { invoices } from './invoices/index.js';
import { keys } from './keys/index.js';
import { mails } from './mails/index.js';
import { notifications } from './notifications/index.js';
import { offsets } from './offsets/index.js';
import { orders } from './orders/index.js';
import { overview } from './overview/index.js';
import { projects } from './projects/index.js';
import { quotes } from './quotes/index.js';
import { reports } from './reports/index.js';
import type { Screen } from './screen.js';
import { sandboxes } from './sandboxes/index.js';
import { sales } from './sales/index.js';
import { sessions } from './sessions/index.js';
import { settings } from './settings/index.js';
import { users } from './users/index.js';
import { webhooks } from './webhooks/index.js';

/** In the order of the navigation. */
const all: readonly Screen[] = [
  ...overview,
  activity,
  offsets,
  certificates,
  ...carbonOffsets,
  ...projects,
  ...deposits,
  ...feeds,
  reports,
  ...quotes,
  ...orders,
  accounts,
  ...users,
  keys,
  ...webhooks,
  sandboxes,
  ...mails,
  ...invoices,
  sales,
  settings,
  sessions,
  notifications,
];

const here = isInSandbox ? 'sandbox' : 'live';

/** Those of the world that one is in. */
export const screens = all.filter(({ onlyIn = here }) => onlyIn === here);
