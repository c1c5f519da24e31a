import type { Source } from './source.js';

/** The port of an address. A URL forgets one that its scheme means anyway, and a source may mean another. */
export function portOf(address: string, { defaultPorts }: Pick<Source, 'defaultPorts'>): number | undefined {
  const [, written] = /^[a-z]+:\/\/[^/?#]*:(\d+)(?:[/?#]|$)/i.exec(address) ?? [];
  const scheme = new URL(address).protocol;
  return written === undefined
    ? (defaultPorts as Readonly<Record<string, number | undefined>>)[scheme]
    : Number(written);
}
