import type { Account } from '@regrove/sdk';
import type { MessageKey } from '../i18n/use-i18n.js';

export const roleLabels: Readonly<Record<Account['role'], MessageKey>> = {
  distributor: 'app.role.distributor',
  channel: 'app.role.channel',
  customer: 'app.role.customer',
};
