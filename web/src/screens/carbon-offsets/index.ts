import { IconCloud } from '../../icons/icons.js';
import type { Screen } from '../screen.js';

export const carbonOffsets: readonly Screen[] = [
  {
    path: 'carbon-offsets',
    load: () => import('./carbon-offsets-view.js'),
    navigation: {
      label: 'app.carbonOffsets.title',
      icon: IconCloud,
      group: 'trees',
    },
  },
  { path: 'carbon-offsets/$id', load: () => import('./carbon-offset-view.js') },
];
