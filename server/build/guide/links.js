import { posix } from 'node:path';
import { addressOf } from './sources.js';

const prefix = '/docs/guide';

const hrefOf = (path) => posix.join(prefix, encodeURI(addressOf(path)));

/** An address outside the repository, or a place on the same page. */
const isComplete = (href) => /^([a-z][a-z\d+.-]*:|#|\/)/i.test(href);

/**
 * Where a link of a file leads in the guide, and the file that it names. Undefined if it leads to a part of the repository that is not
 * in the guide, such as a folder of sources. A link to a missing file of `docs` is kept: a test follows all links.
 */
export function linkFrom(file, href, { pages, pictures, samples }) {
  if (isComplete(href)) return { href };
  const [relative, hash] = href.split('#');
  const path = posix.join(posix.dirname(file), decodeURI(relative)).replace(/\/$/, '');
  const readme = posix.join(path, 'README.md');
  const target = pages.has(readme) ? readme : path;
  const isKnown = [pages, pictures, samples].some((files) => files.has(target));
  if (!isKnown && !target.startsWith('docs/')) return undefined;
  return { href: hrefOf(target) + (hash === undefined ? '' : `#${hash}`), target };
}
