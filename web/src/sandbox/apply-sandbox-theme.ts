import { isInSandbox } from '../base-path.js';
import icon from '../theme/sandbox-icon.svg';

/** Gives the page of a sandbox other colours, and its tab another icon. */
export function applySandboxTheme(): void {
  if (!isInSandbox) return;
  document.documentElement.dataset['sandbox'] = '';
  document.querySelector('link[rel="icon"]')?.setAttribute('href', icon);
}
