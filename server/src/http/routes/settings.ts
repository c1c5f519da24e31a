import { changeAccountSettings, operatorSettings } from '../../features/accounts/change-settings.js';
import { requireCarbonProjects } from '../../features/projects/require-active-project.js';
import {
  AccountSettings,
  AccountSettingsChanges,
  presentAccountSettings,
} from '../../wire/account-settings.js';
import { route } from '../route.js';

export const settingsRoutes = [
  route({
    operation: 'getSettings',
    method: 'GET',
    path: '/settings',
    summary: 'Public appearance and default carbon projects of the account',
    reply: AccountSettings,
    handle: async ({ context, account: { id }, baseUrl }) =>
      presentAccountSettings(id, await operatorSettings(context.db, id), baseUrl),
  }),
  route({
    operation: 'updateSettings',
    method: 'PATCH',
    path: '/settings',
    summary: 'Change language, badge and carbon projects',
    body: AccountSettingsChanges,
    reply: AccountSettings,
    handle: async ({ context, account: { id }, body, baseUrl }) => {
      const carbonProjectIds = body.carbon_project_ids;
      await requireCarbonProjects(context.db, carbonProjectIds ?? [], 'carbon_project_ids');
      const settings = await changeAccountSettings(context, id, {
        ...(carbonProjectIds && { carbonProjectIds }),
        ...(body.locale !== undefined && { locale: body.locale }),
        ...(body.badge_enabled !== undefined && { badgeEnabled: body.badge_enabled }),
      });
      return presentAccountSettings(id, settings, baseUrl);
    },
  }),
];
