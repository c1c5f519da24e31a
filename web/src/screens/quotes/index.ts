import { IconFileText } from '../../icons/icons.js';
import type { Screen } from '../screen.js';

export const quotes: readonly Screen[] = [
  {
    path: 'quotes',
    load: () => import('./quotes-view.js'),
    navigation: {
      label: 'app.quotes.title',
      icon: IconFileText,
      group: 'purchasing',
    },
  },
  { path: 'quotes/new', load: () => import('./new-quote-view.js'), requiresFullPermission: true },
  { path: 'quotes/$id', load: () => import('./quote-view.js') },
];
