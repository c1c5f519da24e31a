import { IconFileAnalytics } from '../../icons/icons.js';
import type { Screen } from '../screen.js';

export const reports: Screen = {
  path: 'reports',
  load: () => import('./reports-view.js'),
  navigation: { label: 'app.reports.title', icon: IconFileAnalytics, group: 'paper' },
};
