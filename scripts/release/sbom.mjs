import { Buffer } from 'node:buffer';
import { createHash } from 'node:crypto';
import { licenseOf, partsOf } from '../../server/build/third-party/licenses.js';
import { dependenciesOf, nameOf, readLock } from '../../server/build/third-party/lock.js';
import { shippedPackages } from '../../server/build/third-party/shipped.js';

const releaseRef = 'regrove-release';

/** What a release consists of, as CycloneDX 1.6: our packages, and all that they contain or that npm installs with them. */
export async function sbom(root, { packages: own, version, commit, time, tools }) {
  const lock = readLock(root);
  const shipped = await shippedPackages(root);
  const othersIn = ({ workspace }) => {
    const { bundled, installed } = shipped[workspace];
    return [...new Set([...Object.values(bundled).flat(), ...installed])];
  };
  const others = [...new Set(own.flatMap(othersIn))];
  /** Of what is bundled, not all that it depends on is. */
  const isShipped = (path) => others.includes(path);
  const refOf = (path) => purl(nameOf(lock, path), lock[path].version);
  const bill = {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      timestamp: time.toISOString(),
      lifecycles: [{ phase: 'build' }],
      tools: {
        components: Object.entries(tools).map(([name, each]) => ({
          type: 'application',
          name,
          version: each,
        })),
      },
      component: { 'bom-ref': releaseRef, type: 'application', name: 'regrove-release', version },
      properties: [{ name: 'regrove:commit', value: commit }],
    },
    components: unique([
      ...own.map(ownComponent),
      ...others.map((path) => component(lock, path, refOf(path))),
    ]),
    dependencies: unique([
      { ref: releaseRef, dependsOn: own.map(ownRef).sort() },
      ...own.map((each) => ({
        ref: ownRef(each),
        dependsOn: distinct(shipped[each.workspace].direct.map(refOf)),
      })),
      ...others.map((path) => ({
        ref: refOf(path),
        dependsOn: distinct(dependenciesOf(lock, path).filter(isShipped).map(refOf)),
      })),
    ]),
  };
  // Names this document, and nothing else: as random as its contents.
  return { $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json', ...bill, serialNumber: uuidOf(bill) };
}

const purl = (name, version) => `pkg:npm/${name.replace('@', '%40')}@${encodeURIComponent(version)}`;
const ownRef = ({ name, version }) => purl(name, version);
const distinct = (list) => [...new Set(list)].sort();

/** The same version may be installed in several places. */
const unique = (entries) => {
  const refOf = (entry) => entry['bom-ref'] ?? entry.ref;
  const byRef = new Map(entries.map((entry) => [refOf(entry), entry]));
  return [...byRef.keys()].sort().map((ref) => byRef.get(ref));
};

const named = (name) => {
  const [group, rest] = name.startsWith('@') ? name.split('/') : [undefined, name];
  return { ...(group !== undefined && { group }), name: rest };
};

const ownComponent = ({ name, version, description, sha256, workspace }) => ({
  'bom-ref': purl(name, version),
  type: ['agent', 'server'].includes(workspace) ? 'application' : 'library',
  ...named(name),
  version,
  description,
  scope: 'required',
  hashes: [{ alg: 'SHA-256', content: sha256 }],
  licenses: licensesOf('Apache-2.0'),
  purl: purl(name, version),
});

function component(lock, path, ref) {
  const { version, integrity, optional } = lock[path];
  const [, algorithm, digest] = /^(sha512)-(.+)$/.exec(integrity ?? '') ?? [];
  if (algorithm === undefined) throw new Error(`package-lock.json has no SHA-512 of ${path}`);
  return {
    'bom-ref': ref,
    type: 'library',
    ...named(nameOf(lock, path)),
    version,
    scope: optional === true ? 'optional' : 'required',
    hashes: [{ alg: 'SHA-512', content: Buffer.from(digest, 'base64').toString('hex') }],
    licenses: licensesOf(licenseOf(lock, path)),
    purl: ref,
    ...inside(partsOf(lock, path), ref),
  };
}

/** What an archive contains. Scanners look for what is known about it by its CPE, which makes sense with a version alone. */
const inside = (parts, ref) =>
  parts.length > 0 && {
    components: parts.map(({ name, version, license, product, notes }) => ({
      'bom-ref': `${ref}#${name}`,
      type: name === 'postgresql' ? 'application' : 'library',
      name,
      ...(version !== undefined && { version }),
      licenses: licensesOf(license),
      ...(version !== undefined && product && { cpe: `cpe:2.3:a:${product}:${version}:*:*:*:*:*:*:*` }),
      purl: `pkg:generic/${name}${version === undefined ? '' : `@${version}`}`,
      ...(notes && { pedigree: { notes } }),
    })),
  };

function licensesOf(license) {
  if (/ (AND|OR|WITH) /.test(license)) return [{ expression: license }];
  const [, ownName] = /^LicenseRef-(.+)$/.exec(license) ?? [];
  return [{ license: ownName === undefined ? { id: license } : { name: ownName } }];
}

function uuidOf(bill) {
  const hex = createHash('sha256').update(JSON.stringify(bill)).digest('hex');
  // Version 8 is for those made in a way of one's own.
  const parts = [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `a${hex.slice(17, 20)}`];
  return `urn:uuid:${[...parts, hex.slice(20, 32)].join('-')}`;
}
