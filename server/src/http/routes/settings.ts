import { changeAccountSettings, operatorSettings } from '../../features/accounts/change-settings.js';
import { publicPageSettings } from '../../features/accounts/public-page-store.js';
import { requireCarbonProjects } from '../../features/projects/require-active-project.js';
import {
  AccountSettings,
  AccountSettingsChanges,
  presentAccountSettings,
  publicPageOf,
  SettingsQuery,
} from '../../wire/account-settings.js';
import { route } from '../route.js';

export const settingsRoutes = [
  route({
    operation: 'getSettings',
    method: 'GET',
    path: '/settings',
    summary: 'Public appearance and default carbon projects of the account',
    query: SettingsQuery,
    reply: AccountSettings,
    handle: async ({ context: { db }, account: { id }, query, baseUrl }) =>
      presentAccountSettings(
        id,
        await operatorSettings(db, id),
        baseUrl,
        query.expand && (await publicPageSettings(db, id)),
      ),
  }),
  route({
    operation: 'updateSettings',
    method: 'PATCH',
    path: '/settings',
    summary: 'Change language, badge, carbon projects and public page',
    body: AccountSettingsChanges,
    reply: AccountSettings,
    handle: async ({ context, account: { id }, body, baseUrl }) => {
      const carbonProjectIds = body.carbon_project_ids;
      await requireCarbonProjects(context.db, carbonProjectIds ?? [], 'carbon_project_ids');
      const settings = await changeAccountSettings(context, id, {
        ...(carbonProjectIds && { carbonProjectIds }),
        ...(body.locale !== undefined && { locale: body.locale }),
        ...(body.badge_enabled !== undefined && { badgeEnabled: body.badge_enabled }),
        ...(body.public_page && { publicPage: publicPageOf(body.public_page) }),
      });
      // Clients that know nothing of the page get the answer that they know.
      const publicPage = body.public_page && (await publicPageSettings(context.db, id));
      return presentAccountSettings(id, settings, baseUrl, publicPage);
    },
  }),
];
