import type { Source } from './source.js';

const sibling: Readonly<Record<string, string>> = { 'http:': 'https:', 'https:': 'http:' };

/** The port of an address. A URL forgets one that its scheme means anyway, and a source may mean another. */
export function portOf(address: string, { defaultPorts }: Pick<Source, 'defaultPorts'>): number | undefined {
  const url = new URL(address);
  const other = sibling[url.protocol];
  const written =
    url.port !== '' || other === undefined
      ? url.port
      : // Read by the same rules, but of a scheme that means another port: so one that is written is still there.
        new URL(address.trim().replace(/^[a-z]+:/i, other)).port;
  return written === ''
    ? (defaultPorts as Readonly<Record<string, number | undefined>>)[url.protocol]
    : Number(written);
}
