import { Type, type Static } from '@sinclair/typebox';
import type { PublicPageSettings } from '../../features/accounts/public-page-store.js';
import { impactUrl } from '../../messages/links.js';
import { presentPublicPage, PublicPage } from '../account-settings.js';
import { Nullable } from '../fields.js';

/** The settings of the page, with its address and that of the script for other sites. */
export const ListedPublicPage = Type.Object(
  { ...PublicPage.properties, url: Nullable(Type.String()), widget_url: Type.String() },
  { title: 'ListedPublicPage' },
);

export const presentListedPublicPage = (
  page: PublicPageSettings,
  baseUrl: string,
): Static<typeof ListedPublicPage> => ({
  ...presentPublicPage(page),
  url: page.slug === null ? null : impactUrl(baseUrl, page.slug),
  widget_url: `${baseUrl}/widget.js`,
});
