import { IconKey } from '../../icons/icons.js';
import type { Screen } from '../screen.js';

export const keys: Screen = {
  path: 'keys',
  load: () => import('./keys-view.js'),
  navigation: { label: 'app.keys.title', icon: IconKey, group: 'administration' },
};
