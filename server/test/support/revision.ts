import { defaultRevision, revisionNames } from '../../src/wire/revisions/index.js';
import { changeFields, isFields, type RevisionRules } from './revision-rules.js';

/**
 * The tests are written in the default revision and run in every one: requests are translated to the revision under test and
 * responses back, by the rules in revisions/REVISION.ts.
 */
export const revision = process.env['TEST_REVISION'] ?? defaultRevision;
if (!revisionNames.includes(revision)) throw new Error(`There is no revision ${revision}`);

const others = await Promise.all(
  revisionNames
    .filter((name) => name !== defaultRevision)
    .map(async (name) => {
      const { rules } = (await import(`./revisions/${name}.ts`)) as { rules: RevisionRules };
      return [name, rules] as const;
    }),
);
const rulesOf: ReadonlyMap<string, RevisionRules> = new Map(others);
const own = rulesOf.get(revision);

export const requiresUserAgent = own?.requiresUserAgent ?? true;

/** The requested revision, if it exists. Otherwise the one under test, if it has the path. */
export function revisionFor(path: string, requested: string | undefined): string {
  if (requested !== undefined && revisionNames.includes(requested)) return requested;
  return own?.missingPaths.some((missing) => path.includes(missing)) ? defaultRevision : revision;
}

/** Whether the fields of the body at a path are tested in this revision. In the default one, all are. */
export const hasOwnBody = (path: string): boolean => own?.ownBodies?.includes(path) ?? true;

/** Translates a request body to the revision. */
export function toRevision(spoken: string, method: string, path: string, body: unknown): unknown {
  return isFields(body) ? (rulesOf.get(spoken)?.toRevision?.(body, method, path) ?? body) : body;
}

/** The same for a raw body; one that is not JSON stays as it is. */
export function rawToRevision<Raw extends string | Buffer>(
  spoken: string,
  method: string,
  path: string,
  raw: Raw,
): string | Raw {
  if (typeof raw !== 'string') return raw;
  return rulesOf.get(spoken)?.textToRevision?.(raw, method, path) ?? raw;
}

/** Translates a response to the default revision. */
export function fromRevision(spoken: string, answer: unknown): unknown {
  const rules = rulesOf.get(spoken);
  return rules ? changeFields(answer, rules.fromRevision) : answer;
}
