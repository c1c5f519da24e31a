/* global document */

/** An element. Texts become text, never HTML. An attribute that is `undefined` or false is left out. */
export function createElement(tag, attributes = {}, ...content) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === false) continue;
    made.setAttribute(name, value === true ? '' : value);
  }
  made.append(...content.filter((part) => part !== undefined));
  return made;
}
