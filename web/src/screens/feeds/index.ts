import { IconPrinter } from '@tabler/icons-react';
import type { Screen } from '../screen.js';

export const feeds: Screen = {
  path: 'feeds',
  load: () => import('./feeds-view.js'),
  entry: {
    label: 'app.feeds.title',
    icon: IconPrinter,
    group: 'paper',
  },
};

export const newFeed: Screen = { path: 'feeds/new', load: () => import('./new-feed-view.js') };

export const servers: Screen = { path: 'feeds/servers', load: () => import('./servers-view.js') };

export const feed: Screen = { path: 'feeds/$id', load: () => import('./feed-view.js') };
