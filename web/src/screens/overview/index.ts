import { IconLeaf } from '@tabler/icons-react';
import type { Screen } from '../screen.js';

export const overview: Screen = {
  path: '',
  load: () => import('./overview-view.js'),
  entry: {
    label: 'app.overview.title',
    icon: IconLeaf,
  },
};
