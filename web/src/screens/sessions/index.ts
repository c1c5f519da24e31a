import type { Screen } from '../screen.js';

/** The user's own sessions, for any account. Linked from the user menu. */
export const sessions: Screen = {
  path: 'sessions',
  onlyIn: 'live',
  load: () => import('./sessions-view.js'),
};
