/* global document, location, navigator, window */

// The page says all it has to say without this. It only offers what a browser cannot do by a link.
const offer = (name, act) => {
  const button = document.querySelector(`[data-action='${name}']`);
  if (!button) return;
  button.hidden = false;
  button.addEventListener('click', act);
};

offer('print', () => window.print());
if (navigator.share) {
  // Who changes their mind while sharing makes it fail: nothing to complain about.
  offer('share', () => void navigator.share({ title: document.title, url: location.href }).catch(() => {}));
}
