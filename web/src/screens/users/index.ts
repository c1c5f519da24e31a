import { IconUsers } from '../../icons/icons.js';
import type { Screen } from '../screen.js';

export const users: readonly Screen[] = [
  {
    path: 'users',
    load: () => import('./users-view.js'),
    navigation: { label: 'app.users.title', icon: IconUsers, group: 'administration' },
  },
  { path: 'users/import', load: () => import('./import-view.js'), requiresFullPermission: true },
];
