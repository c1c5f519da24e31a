import type { Screen } from '../screen.js';

/** One's own, whichever account one looks at: the menu of the user leads here. */
export const sessions: Screen = {
  path: 'sessions',
  load: () => import('./sessions-view.js'),
};
