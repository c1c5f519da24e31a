import { accounts } from './accounts/index.js';
import { certificates } from './certificates/index.js';
import { depositImport, deposits } from './deposits/index.js';
import { feed, feeds, newFeed, servers } from './feeds/index.js';
import { overview } from './overview/index.js';
import type { Screen } from './screen.js';

/** Every screen, in the order of the navigation. */
export const screens: readonly Screen[] = [
  overview,
  certificates,
  deposits,
  depositImport,
  feeds,
  newFeed,
  feed,
  servers,
  accounts,
];
