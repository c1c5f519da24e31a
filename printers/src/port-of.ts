import type { Source } from './source.js';

const sibling: Readonly<Record<string, string>> = { 'http:': 'https:', 'https:': 'http:' };

/** The port in a URL, or the source's default. `URL` drops a port that is the default of the scheme; a source may have another default. */
export function portOf(address: string, { defaultPorts }: Pick<Source, 'defaultPorts'>): number | undefined {
  const url = new URL(address);
  const other = sibling[url.protocol];
  const written =
    url.port !== '' || other === undefined
      ? url.port
      : // With a scheme that has another default port, a port that was written is kept.
        new URL(address.trim().replace(/^[a-z]+:/i, other)).port;
  return written === ''
    ? (defaultPorts as Readonly<Record<string, number | undefined>>)[url.protocol]
    : Number(written);
}
