import { IconFlask } from '../../icons/icons.js';
import type { Screen } from '../screen.js';

export const sandboxes: Screen = {
  path: 'sandboxes',
  onlyIn: 'live',
  load: () => import('./sandboxes-view.js'),
  navigation: {
    label: 'app.sandboxes.title',
    icon: IconFlask,
    group: 'administration',
    isFor: ({ parent_id: parent }) => parent === null,
  },
};
