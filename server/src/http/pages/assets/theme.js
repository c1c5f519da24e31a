/* global document, localStorage */

// Runs before the first paint, so that the page does not flash in the wrong theme. Storage may be forbidden.
try {
  const theme = localStorage.getItem('regrove-theme');
  if (theme) document.documentElement.dataset.theme = theme;
} catch {
  // Without storage, the system's theme applies.
}
