import { Type, type Static } from '@sinclair/typebox';
import type { OperatorSettings } from '../features/accounts/change-settings.js';
import { badgeUrl } from '../messages/links.js';
import { locales } from '../messages/locales.js';
import { Body, Field, Id, OneOf } from './fields.js';

/** The settings that an account can change itself. The price per page is not one of them. */
export const AccountSettings = Type.Object(
  {
    locale: Field('The default language of its public pages.', OneOf(locales)),
    badge_enabled: Field('Whether its badge with its total trees is public.', Type.Boolean()),
    badge_url: Field('Address of its badge, an SVG; a 404 while the badge is off.', Type.String()),
    carbon_project_ids: Field('The default carbon projects of orders.', Type.Array(Id)),
  },
  { title: 'AccountSettings' },
);

export const AccountSettingsChanges = Body('AccountSettingsChanges', {
  locale: Field('The default language of its public pages.', Type.Optional(OneOf(locales))),
  badge_enabled: Field('Whether its badge with its total trees is public.', Type.Optional(Type.Boolean())),
  carbon_project_ids: Field(
    'The default carbon projects of orders: active ones, each at most once. An empty list means none.',
    Type.Optional(Type.Array(Id, { maxItems: 100 })),
  ),
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
