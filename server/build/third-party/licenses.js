import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { libvipsParts } from './libvips-parts.js';
import { nameOf } from './lock.js';
import { postgresParts } from './postgres-parts.js';
import { customLicenses } from './custom-licenses.js';

/** Packages that name no licence in their package.json, by the file in them that does. */
const unnamed = { 'png-js': 'MIT' };

/** The licence of a package, as an SPDX expression. */
export function licenseOf(packages, path) {
  const license = packages[path].license ?? unnamed[nameOf(packages, path)];
  if (typeof license !== 'string') throw new Error(`The licence of ${path} is not known`);
  return license;
}

/**
 * The texts of a package's licence: its own files, or else the usual wording. For packages of one platform always the latter, because most
 * of them are not installed, and those that are depend on the machine.
 */
export function licenseTexts(root, packages, path) {
  const isForOnePlatform = packages[path].optional === true;
  const own = isForOnePlatform ? [] : ownTexts(join(root, path));
  if (own.length > 0) return own;
  const licenses = [licenseOf(packages, path), ...partsOf(packages, path).map(({ license }) => license)];
  const copyright = isForOnePlatform ? '' : copyrightOf(join(root, path));
  return [...new Set(licenses.flatMap(idsIn))].map((id) => usualText(id, copyright));
}

/** What a package contains of others without naming it. */
export function partsOf(packages, path) {
  const [name, { version }] = [nameOf(packages, path), packages[path]];
  return [...postgresParts(name, version), ...libvipsParts(name, version)];
}

const idsIn = (expression) =>
  expression.match(/[\w.+-]+/g).filter((id) => !['AND', 'OR', 'WITH'].includes(id));

const ownTexts = (folder) =>
  readdirSync(folder, { withFileTypes: true })
    .filter((file) => file.isFile() && /^(licen[cs]e|copying|notice)(?!.*\.(js|json|ts)$)/i.test(file.name))
    .map(({ name }) => name)
    .sort()
    .map((name) => tidy(readFileSync(join(folder, name), 'utf8')));

/** Collections of icons name the artists of theirs in info.json. */
function copyrightOf(folder) {
  const people = ['package.json', 'info.json']
    .map((name) => join(folder, name))
    .filter((file) => existsSync(file))
    .map((file) => JSON.parse(readFileSync(file, 'utf8')))
    .flatMap(({ author, contributors = [] }) => [author, ...contributors])
    .filter((person) => person !== undefined);
  const names = people.map((person) => person.name ?? String(person).replace(/\s*[<(].*$/, ''));
  return names.length > 0 ? `Copyright (c) ${[...new Set(names)].join(', ')}\n\n` : '';
}

/** With the holders of the copyright in place of the line that is to be filled in. */
function usualText(id, copyright) {
  if (Object.hasOwn(customLicenses, id)) return customLicenses[id];
  const { licenseText } = createRequire(import.meta.url)(`spdx-license-list/licenses/${id}.json`);
  return tidy(copyright + licenseText.replace(/^.*Copyright.*\b(year|YEAR)\b.*\n+/m, ''));
}

const tidy = (text) =>
  text
    .replace(/^\uFEFF/, '')
    .replace(/[^\S\n]+$/gm, '')
    .trim();
