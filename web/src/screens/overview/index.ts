import { IconLeaf } from '../../icons/icons.js';
import type { Screen } from '../screen.js';

export const overview: readonly Screen[] = [
  {
    path: '',
    load: () => import('./overview-view.js'),
    navigation: {
      label: 'app.overview.title',
      icon: IconLeaf,
    },
  },
  { path: 'months/$month', load: () => import('./month-view.js') },
];
