import { spawnSync } from 'node:child_process';
import { repository } from '../regrove-process.js';

/** The commits of releases, for clones without tags. */
const commits = { '0.9.0': '55180085a6c3963229297c48cb0892dcb3422194' } as const;

export type ReleaseVersion = keyof typeof commits;

export interface FoundRelease {
  readonly version: ReleaseVersion;
  /** Undefined if the history of this checkout does not contain it: it is a shallow clone, or was exported without history. */
  readonly commit: string | undefined;
  /** What to append to the name of a test, which is skipped without the release. */
  readonly note: string;
}

/** Looks a release up in the history of this checkout, by its tag or its commit. */
export function findRelease(version: ReleaseVersion): FoundRelease {
  const commit = commitOf(`v${version}`) ?? commitOf(commits[version]);
  const note = commit === undefined ? ` (the git history of this checkout has no ${version})` : '';
  return { version, commit, note };
}

function commitOf(name: string): string | undefined {
  const { status, stdout } = spawnSync('git', ['rev-parse', '--verify', '--quiet', `${name}^{commit}`], {
    cwd: repository,
    encoding: 'utf8',
  });
  return status === 0 ? stdout.trim() : undefined;
}
