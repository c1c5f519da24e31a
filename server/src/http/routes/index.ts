import type { ListRoute, Route } from '../route.js';
import { accountRoutes } from './accounts.js';
import { biomassCertificateRoutes } from './biomass-certificates.js';
import { biomassOffsetRoutes } from './biomass-offsets.js';
import { carbonOffsetRoutes } from './carbon-offsets.js';
import { depositRoutes } from './deposits.js';
import { favoriteProjectRoutes } from './favorite-projects.js';
import { feedRoutes } from './feeds.js';
import { forestryProjectRoutes } from './forestry-projects.js';
import { orderRoutes } from './orders.js';
import { quoteRoutes } from './quotes.js';
import { serverRoutes } from './servers.js';
import { userRoutes } from './users.js';
import { volumeRoutes } from './volume.js';

/** Every endpoint of the API. */
export const routes: readonly (Route | ListRoute)[] = [
  ...accountRoutes,
  ...biomassCertificateRoutes,
  ...biomassOffsetRoutes,
  ...carbonOffsetRoutes,
  ...depositRoutes,
  ...favoriteProjectRoutes,
  ...feedRoutes,
  ...forestryProjectRoutes,
  ...orderRoutes,
  ...quoteRoutes,
  ...serverRoutes,
  ...userRoutes,
  ...volumeRoutes,
];
