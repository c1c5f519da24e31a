import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';

/** Markdown outside `docs` that is part of the guide, because pages refer to it. Paths start at the repository. */
const otherPages = [
  'README.md',
  'CHANGELOG.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'agent/README.md',
  'bench/README.md',
  'sdk/README.md',
  'verify/README.md',
  'web/README.md',
];

/** Samples of configuration, which are shown as they are. By name: next to them may be files with secrets. */
const samples = [
  'deploy/Caddyfile',
  'deploy/Dockerfile',
  'deploy/compose.yaml',
  'deploy/grafana/regrove.json',
  'deploy/haproxy.cfg',
  'deploy/nginx.conf',
  'deploy/postgres-roles.sh',
  'deploy/regrove.mjs',
  'deploy/regrove.service',
];

const isPicture = (path) => path.endsWith('.png');

/** Everything that the guide is built from. */
export const guideInputs = (root) =>
  ['docs', ...otherPages, ...samples, 'server/package.json'].map((path) => join(root, path));

/** The Markdown files, the pictures and the samples, by their paths in the repository. */
export function readSources(root) {
  const docs = filesBelow(root, 'docs');
  const pages = [...docs.filter((path) => path.endsWith('.md')), ...otherPages];
  return {
    pages: new Map(pages.map((path) => [path, readFileSync(join(root, path), 'utf8')])),
    pictures: new Map(docs.filter(isPicture).map((path) => [path, readFileSync(join(root, path))])),
    samples: new Map(samples.map((path) => [path, readFileSync(join(root, path), 'utf8')])),
  };
}

/** Sorted, so that every build has the same bytes. */
const filesBelow = (root, folder) =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length).replaceAll('\\', '/'))
    .map((path) => path.replace(/^\//, ''))
    .sort();

/**
 * The address of a file below `/docs/guide`. A README is the page of its folder; what is outside `docs` is below `repository`.
 */
export function addressOf(path) {
  const inDocs = path.startsWith('docs/') ? path.slice('docs/'.length) : posix.join('repository', path);
  if (!path.endsWith('.md')) return inDocs;
  const page = inDocs.slice(0, -'.md'.length);
  const address = page === 'README' ? '' : page.replace(/\/README$/, '');
  return path.startsWith('docs/') ? address : address.toLowerCase();
}
