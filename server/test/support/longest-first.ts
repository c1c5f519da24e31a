import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that take longest, the longest first. Begun last, one of them would keep a run waiting while other workers have nothing to do. */
const longest = [
  'stored-passwords',
  'embedded-postgres-kills',
  'build',
  'embedded-postgres-places',
  'dashboard-operator',
  'dashboard-walk',
  'dashboard-feeds',
  'dashboard-administration',
  'dashboard-narrow',
  'dashboard-browser',
  'serve',
  'made-pictures',
  'serve-processes',
  'embedded-postgres',
  'serve-stops',
  'dashboard-purchasing',
  'reference-browser',
].map((name) => `/${name}.test.ts`);

const rankOf = ({ moduleId }: TestSpecification): number => {
  const rank = longest.findIndex((file) => moduleId.endsWith(file));
  return rank === -1 ? longest.length : rank;
};

/** A new clone knows nothing of earlier runs, and would begin with the largest files. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.toSorted((one, other) => rankOf(one) - rankOf(other));
  }
}
