import { IconBuilding } from '../../icons/icons.js';
import type { Screen } from '../screen.js';

export const accounts: Screen = {
  path: 'accounts',
  load: () => import('./accounts-view.js'),
  navigation: {
    label: 'app.accounts.title',
    icon: IconBuilding,
    group: 'administration',
    // Customers have no accounts below them.
    isFor: ({ role }) => role !== 'customer',
  },
};
