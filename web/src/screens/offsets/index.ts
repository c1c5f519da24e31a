import { IconTrees } from '../../icons/icons.js';
import type { Screen } from '../screen.js';

export const offsets: Screen = {
  path: 'offsets',
  load: () => import('./offsets-view.js'),
  navigation: {
    label: 'app.offsets.title',
    icon: IconTrees,
    group: 'trees',
  },
};
