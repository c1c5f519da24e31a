import { IconReportMoney } from '../../icons/icons.js';
import type { Screen } from '../screen.js';

export const sales: Screen = {
  path: 'sales',
  load: () => import('./sales-view.js'),
  navigation: {
    label: 'app.sales.title',
    icon: IconReportMoney,
    group: 'administration',
    isFor: ({ accounts_count: below }) => below > 0,
  },
};
