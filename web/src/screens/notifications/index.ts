import type { Screen } from '../screen.js';

/** The user's own choice of mails. Linked from the user menu and from mails. */
export const notifications: Screen = {
  path: 'notifications',
  onlyIn: 'live',
  load: () => import('./notifications-view.js'),
};
