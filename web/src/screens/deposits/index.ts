import { IconStack2 } from '../../icons/icons.js';
import type { Screen } from '../screen.js';

export const deposits: readonly Screen[] = [
  {
    path: 'deposits',
    load: () => import('./deposits-view.js'),
    navigation: {
      label: 'app.deposits.title',
      icon: IconStack2,
      group: 'paper',
    },
  },
  { path: 'deposits/import', load: () => import('./import-view.js'), requiresFullPermission: true },
];
