import type { MessageKey } from '../i18n/use-i18n.js';

/** Labels of the API's fields. */
export const fieldLabels: Readonly<Partial<Record<string, MessageKey>>> = {
  biomass_project_settings: 'app.orders.biomass',
  carbon_project_settings: 'app.orders.carbon',
  carbon_projects: 'app.settings.carbon',
  date: 'app.date',
  display_name: 'app.accounts.displayName',
  email: 'app.signIn.email',
  external_id: 'app.accounts.externalId',
  full_name: 'app.users.name',
  items: 'app.items.title',
  locale: 'app.users.language',
  name: 'app.accounts.name',
  pages: 'app.pages',
  permission: 'app.users.permission',
  password: 'app.servers.password',
  project_id: 'app.project',
  quote_id: 'app.offsets.quote',
  revision: 'app.keys.revision',
  server_id: 'app.feeds.server',
  server_password: 'app.feeds.serverPassword',
  trees: 'app.trees',
  type: 'app.feeds.type',
  url: 'app.servers.url',
  username: 'app.servers.username',
};
