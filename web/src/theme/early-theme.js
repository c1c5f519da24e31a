/* global document, localStorage */

// Runs before the first paint, so that a theme chosen earlier does not flash in late. Storage may be forbidden.
try {
  const theme = localStorage.getItem('regrove-theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.mantineColorScheme = theme;
} catch {
  // Without storage the system's theme it is.
}
