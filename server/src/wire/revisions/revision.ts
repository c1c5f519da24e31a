import type { TSchema } from '@sinclair/typebox';
import { changedSchema, converter, type Convert } from './apply-change.js';
import type { Change } from './change.js';

/** A published version of the API. */
export interface Revision {
  readonly name: string;
  /** Changes since the previous revision. */
  readonly changes: readonly Change[];
}

/** Converts between the model, in which the code is written, and a revision. */
export interface RevisionAdapter {
  readonly schema: (model: TSchema) => TSchema;
  /** Converts requests; undefined if there is nothing to do. */
  readonly toModel: (model: TSchema) => Convert | undefined;
  /** Converts responses; undefined if there is nothing to do. */
  readonly fromModel: (model: TSchema) => Convert | undefined;
  readonly hasPath: (path: string) => boolean;
  readonly requiresUserAgent: boolean;
  /** Replaces field names of the model in a message with those of the revision. */
  readonly reword: (message: string) => string;
}

/** By name. `revisions` are newest first; `model` is one of them. */
export function createAdapters(
  revisions: readonly Revision[],
  model: string,
): ReadonlyMap<string, RevisionAdapter> {
  const modelIndex = revisions.findIndex(({ name }) => name === model);
  if (modelIndex === -1) throw new Error(`There is no revision ${model}`);
  const changesOf = (some: readonly Revision[]) => some.flatMap(({ changes }) => changes);
  return new Map(
    revisions.map(({ name }, index) => {
      // From the model back to an older revision, or on to a newer one.
      const between =
        index > modelIndex
          ? revisions.slice(modelIndex, index)
          : revisions.slice(index, modelIndex).reverse();
      const later = changesOf(revisions.slice(0, index));
      const own = changesOf(revisions.slice(index));
      return [
        name,
        {
          ...conversions(changesOf(between)),
          hasPath: (path) => !later.some(({ addsPath }) => addsPath !== undefined && isBelow(path, addsPath)),
          requiresUserAgent: own.some(({ requiresUserAgent }) => requiresUserAgent),
        },
      ];
    }),
  );
}

type Conversions = Pick<RevisionAdapter, 'schema' | 'toModel' | 'fromModel' | 'reword'>;

/** `changes` lead from the model to the revision. */
function conversions(changes: readonly Change[]): Conversions {
  // Every change starts from the schema that the previous change produced.
  const steps = (model: TSchema) => {
    const schemas = [model];
    for (const change of changes) schemas.push(changedSchema(schemas.at(-1) ?? model, change));
    return changes.map((change, index) => ({
      change,
      before: schemas[index] ?? model,
      after: schemas[index + 1] ?? model,
    }));
  };
  const words = changes.flatMap(({ fieldRenames: changed }) => Object.entries(changed ?? {}));
  return {
    schema: (model) => changes.reduce(changedSchema, model),
    fromModel: (model) =>
      chain(steps(model).map(({ before, change }) => converter(before, change, 'fromModel'))),
    toModel: (model) =>
      chain(
        steps(model)
          .reverse()
          .map(({ after, change }) => converter(after, change, 'toModel')),
      ),
    reword: (message) =>
      words.reduce((text, [word, other]) => text.replace(new RegExp(`\\b${word}\\b`, 'g'), other), message),
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
