import { IconHistory } from '../../icons/icons.js';
import type { Screen } from '../screen.js';

export const activity: Screen = {
  path: 'activity',
  load: () => import('./activity-view.js'),
  navigation: { label: 'app.activity.title', icon: IconHistory },
};
