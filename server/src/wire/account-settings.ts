import { Type, type Static } from '@sinclair/typebox';
import type { OperatorSettings } from '../features/accounts/change-settings.js';
import { badgeUrl } from '../messages/links.js';
import { locales } from '../messages/locales.js';
import { Body, Id, OneOf } from './fields.js';

/** What an account sets of itself. The price of a page is not among it. */
export const AccountSettings = Type.Object(
  {
    locale: OneOf(locales),
    badge_enabled: Type.Boolean(),
    badge_url: Type.String(),
    carbon_project_ids: Type.Array(Id),
  },
  { title: 'AccountSettings' },
);

export const AccountSettingsChanges = Body('AccountSettingsChanges', {
  locale: Type.Optional(OneOf(locales)),
  badge_enabled: Type.Optional(Type.Boolean()),
  carbon_project_ids: Type.Optional(Type.Array(Id, { maxItems: 100 })),
});

export const presentAccountSettings = (
  accountId: string,
  settings: OperatorSettings,
  baseUrl: string,
): Static<typeof AccountSettings> => ({
  locale: settings.locale,
  badge_enabled: settings.badgeEnabled,
  badge_url: badgeUrl(baseUrl, accountId),
  carbon_project_ids: [...settings.carbonProjectIds],
});
