import { IconPrinter } from '../../icons/icons.js';
import type { Screen } from '../screen.js';

export const feeds: readonly Screen[] = [
  {
    path: 'feeds',
    load: () => import('./feeds-view.js'),
    navigation: {
      label: 'app.feeds.title',
      icon: IconPrinter,
      group: 'paper',
    },
  },
  { path: 'feeds/new', load: () => import('./new-feed-view.js'), requiresFullPermission: true },
  { path: 'feeds/servers', onlyIn: 'live', load: () => import('./servers-view.js') },
  { path: 'feeds/$id', load: () => import('./feed-view.js') },
  { path: 'feeds/$id/install', load: () => import('./install-agent-view.js'), requiresFullPermission: true },
  { path: 'feeds/$id/readings', load: () => import('./readings-view.js') },
];
