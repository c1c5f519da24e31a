import { Type, type Static } from '@sinclair/typebox';
import type { OperatorSettings } from '../features/accounts/change-settings.js';
import type { PublicPageSettings } from '../features/accounts/public-page-store.js';
import { badgeUrl } from '../messages/links.js';
import { locales } from '../messages/locales.js';
import { Body, Field, Id, Nullable, OneOf } from './fields.js';

const slugText = 'The end of its address, `/impact/SLUG`: unique, 3 to 64 of a-z, 0-9 and `-`.';
const enabledText = 'Whether the page is public. While it is off, its address is that of no page.';
const descendantsText = 'Whether its figures include the accounts below.';

export const PublicPage = Type.Object(
  {
    slug: Field(`${slugText} Null: none was chosen yet.`, Nullable(Type.String())),
    enabled: Field(enabledText, Type.Boolean()),
    include_descendants: Field(descendantsText, Type.Boolean()),
  },
  { title: 'PublicPage' },
);

export const Slug = Type.String({ format: 'slug' });

export const PublicPageChanges = Body('PublicPageChanges', {
  slug: Field(slugText, Type.Optional(Slug)),
  enabled: Field(enabledText, Type.Optional(Type.Boolean())),
  include_descendants: Field(descendantsText, Type.Optional(Type.Boolean())),
});

export const SettingsQuery = Type.Object({
  expand: Type.Optional(
    Type.Unsafe<'public_page'>({
      type: 'string',
      enum: ['public_page'],
      description: '`public_page`: the answer includes the settings of the public page',
    }),
  ),
});

/** The settings that an account can change itself. The price per page is not one of them. */
export const AccountSettings = Type.Object(
  {
    locale: Field('The default language of its public pages.', OneOf(locales)),
    badge_enabled: Field('Whether its badge with its total trees is public.', Type.Boolean()),
    badge_url: Field('Address of its badge, an SVG; a 404 while the badge is off.', Type.String()),
    carbon_project_ids: Field('The default carbon projects of orders.', Type.Array(Id)),
    public_page: Field(
      'Its public page; only in the answer to a change of it, and with `expand=public_page`.',
      Type.Optional(PublicPage),
    ),
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
  public_page: Field(
    'Its public page. Fields that are left out stay unchanged.',
    Type.Optional(PublicPageChanges),
  ),
});

export const presentAccountSettings = (
  accountId: string,
  settings: OperatorSettings,
  baseUrl: string,
  publicPage?: PublicPageSettings,
): Static<typeof AccountSettings> => ({
  locale: settings.locale,
  badge_enabled: settings.badgeEnabled,
  badge_url: badgeUrl(baseUrl, accountId),
  carbon_project_ids: [...settings.carbonProjectIds],
  ...(publicPage && { public_page: presentPublicPage(publicPage) }),
});

export const presentPublicPage = ({
  slug,
  enabled,
  includeDescendants,
}: PublicPageSettings): Static<typeof PublicPage> => ({
  slug,
  enabled,
  include_descendants: includeDescendants,
});

export const publicPageOf = ({
  slug,
  enabled,
  include_descendants: includeDescendants,
}: Static<typeof PublicPageChanges>): Partial<PublicPageSettings> => ({
  ...(slug !== undefined && { slug }),
  ...(enabled !== undefined && { enabled }),
  ...(includeDescendants !== undefined && { includeDescendants }),
});
