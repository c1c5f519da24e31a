import { isInSandbox } from '../place.js';
import icon from '../theme/sandbox-icon.svg';

/** Gives the page of a sandbox other colours, and its tab another icon. */
export function markPage(): void {
  if (!isInSandbox) return;
  document.documentElement.dataset['sandbox'] = '';
  document.querySelector('link[rel="icon"]')?.setAttribute('href', icon);
}
