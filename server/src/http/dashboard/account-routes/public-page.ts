import { publicPageSettings } from '../../../features/accounts/public-page-store.js';
import { ListedPublicPage, presentListedPublicPage } from '../../../wire/dashboard/public-page.js';
import { route } from '../../route.js';

export const publicPageRoutes = [
  route({
    operation: 'getPublicPage',
    method: 'GET',
    path: '/public-page',
    summary: 'The settings of the public page, with its address',
    reply: ListedPublicPage,
    handle: async ({ context, account, baseUrl }) =>
      presentListedPublicPage(await publicPageSettings(context.db, account.id), baseUrl),
  }),
];
