import { IconSettings } from '../../icons/icons.js';
import type { Screen } from '../screen.js';

export const settings: Screen = {
  path: 'settings',
  load: () => import('./settings-view.js'),
  navigation: { label: 'app.settings.title', icon: IconSettings, group: 'administration' },
};
