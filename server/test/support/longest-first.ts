import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The slowest files, slowest first. If one of them started last, the other workers would be idle until it ends. */
const longest = [
  'embedded-postgres-kills',
  'build',
  'embedded-postgres-paths',
  'dashboard-operator',
  'dashboard-walk',
  'dashboard-feeds',
  'dashboard-administration',
  'dashboard-narrow',
  'dashboard-browser',
  'serve',
  'generated-pictures',
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

/** A new clone has no durations of earlier runs and would start with the largest files. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.toSorted((one, other) => rankOf(one) - rankOf(other));
  }
}
