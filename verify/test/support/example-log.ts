import { formatCheckpoint, formatEntry, formatProof } from '../../../server/src/platform/tlog/format.js';
import { formatNote, signNote, type Signer } from '../../../server/src/platform/tlog/sign.js';
import { joinBundle } from '../../../server/src/platform/tlog/tiles.js';
import {
  tilePath,
  tileWidth,
  type CertificateIssued,
  type FetchResource,
  type LogError,
} from '../../src/index.js';
import { leafOf, pathOf, rootOf } from './reference.js';

export const origin = 'example.com/log';

export const issued = (number: number): CertificateIssued => ({
  v: 1,
  type: 'certificate.issued',
  id: `certificate-${number}`,
  at: '2026-03-01T00:00:00.000Z',
  date: '2026-02-28',
  pages: 943,
  trees: '0.113164',
  project: { id: 'project-1', name: 'Río Negro' },
  methodology: 'methodology-1',
  account: 'ab'.repeat(32),
});

export interface ExampleLog {
  readonly entries: readonly Uint8Array[];
  /** All that is served, by its path. */
  readonly files: Map<string, Uint8Array>;
  readonly fetchResource: FetchResource;
  readonly checkpoint: string;
}

/** A log as a server would serve it, made from its definition. */
export async function makeLog(
  entries: readonly Uint8Array[],
  signer: Signer,
  name = origin,
): Promise<ExampleLog> {
  const files = new Map<string, Uint8Array>();
  let row = entries.map(leafOf);
  const root = rootOf(row);
  for (let level = 0; row.length > 0; level++) {
    const above: Uint8Array[] = [];
    for (let index = 0; index * tileWidth < row.length; index++) {
      const hashes = row.slice(index * tileWidth, (index + 1) * tileWidth);
      files.set(tilePath(level, index, hashes.length), Buffer.concat(hashes));
      if (level === 0) {
        const bundle = entries.slice(index * tileWidth, (index + 1) * tileWidth);
        files.set(tilePath('entries', index, bundle.length), joinBundle(bundle));
      }
      if (hashes.length === tileWidth) above.push(rootOf(hashes));
    }
    row = above;
  }
  const text = formatCheckpoint({ origin: name, size: entries.length, root });
  const checkpoint = formatNote(text, await signNote(text, signer));
  files.set('checkpoint', Buffer.from(checkpoint));
  return { entries, files, fetchResource: fetchFrom(files), checkpoint };
}

export const fetchFrom =
  (files: ReadonlyMap<string, Uint8Array>): FetchResource =>
  (path) => {
    const file = files.get(path);
    return file ? Promise.resolve(file) : Promise.reject(new Error(`404 ${path}`));
  };

export const someEntries = (count: number): Uint8Array[] =>
  Array.from({ length: count }, (_, at) => formatEntry(issued(at)));

export const proofOf = ({ entries, checkpoint }: ExampleLog, index: number, extra?: Uint8Array): string =>
  formatProof({ index, hashes: pathOf(index, entries.map(leafOf)), checkpoint, extra });

/** The code of the error that it throws. */
export async function codeOf(action: () => unknown): Promise<string> {
  try {
    await action();
  } catch (error) {
    const { name, code } = error as LogError;
    return name === 'LogError' ? code : String(error);
  }
  return 'none';
}
