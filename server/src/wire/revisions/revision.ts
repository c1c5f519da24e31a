import type { TSchema } from '@sinclair/typebox';
import { converter, olderSchema, type Convert } from './apply-change.js';
import type { Change } from './change.js';

/** A published version of the API. Its changes also define what earlier revisions do not have. */
export interface Revision {
  readonly name: string;
  /** Changes since the previous revision. */
  readonly changes: readonly Change[];
}

/** Converts between the newest revision and an older one. */
export interface RevisionAdapter {
  readonly schema: (newest: TSchema) => TSchema;
  /** Converts requests to the newest revision; undefined if there is nothing to do. */
  readonly upgrade: (newest: TSchema) => Convert | undefined;
  /** Converts responses to the older revision; undefined if there is nothing to do. */
  readonly downgrade: (newest: TSchema) => Convert | undefined;
  readonly hasPath: (path: string) => boolean;
  readonly requiresUserAgent: boolean;
  /** Replaces field names in a message with those of the older revision. */
  readonly reword: (message: string) => string;
}

/** `newer` are the changes of all later revisions, `own` those up to and including this one. */
export function createAdapter(newer: readonly Change[], own: readonly Change[]): RevisionAdapter {
  // Every change starts from the schema that the previous change produced.
  const steps = (newest: TSchema) => {
    const schemas = [newest];
    for (const change of newer) schemas.push(olderSchema(schemas.at(-1) ?? newest, change));
    return newer.map((change, index) => ({
      change,
      newer: schemas[index] ?? newest,
      older: schemas[index + 1] ?? newest,
    }));
  };
  const words = newer.flatMap(({ words: changed }) => Object.entries(changed ?? {}));
  return {
    schema: (newest) => newer.reduce(olderSchema, newest),
    downgrade: (newest) =>
      chain(steps(newest).map((step) => converter(step.newer, step.change, 'downgrade'))),
    upgrade: (newest) =>
      chain(
        steps(newest)
          .reverse()
          .map((step) => converter(step.older, step.change, 'upgrade')),
      ),
    hasPath: (path) => !newer.some(({ addsPath }) => addsPath !== undefined && isBelow(path, addsPath)),
    requiresUserAgent: own.some(({ requiresUserAgent }) => requiresUserAgent),
    reword: (message) =>
      words.reduce((text, [word, older]) => text.replace(new RegExp(`\\b${word}\\b`, 'g'), older), message),
  };
}

function chain(converts: readonly (Convert | undefined)[]): Convert | undefined {
  const needed = converts.filter((convert) => convert !== undefined);
  if (needed.length < 2) return needed[0];
  return (value) => {
    for (const convert of needed) convert(value);
  };
}

const isBelow = (path: string, prefix: string): boolean => path === prefix || path.startsWith(`${prefix}/`);
