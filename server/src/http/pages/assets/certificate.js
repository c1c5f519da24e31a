/* global document, location, navigator, window */

// The page is complete without this script, which only adds what a link cannot do.
const offer = (name, act) => {
  const button = document.querySelector(`[data-action='${name}']`);
  if (!button) return;
  button.hidden = false;
  button.addEventListener('click', act);
};

offer('print', () => window.print());
if (navigator.share) {
  // Sharing fails if the user cancels it, which is not an error.
  offer('share', () => void navigator.share({ title: document.title, url: location.href }).catch(() => {}));
}
