import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The slowest files, slowest first. If one of them started last, the other workers would be idle until it ends. */
const longest = [
  'serve',
  'upgrade',
  'dashboard-walk',
  'collection-runners',
  'upgrade-database-kills',
  'dashboard-narrow',
  'build',
  'dashboard-sandbox',
  'dashboard-feeds',
  'dashboard-operator',
  'cli-installation',
  'source-snmp-slow',
  'serve-processes',
  'serve-recovers',
  'try-it-browser',
  'dashboard-people',
  'alterations',
  'program',
  'access-matrix',
  'docs-samples',
  'dashboard-administration',
  'serve-stops',
  'dashboard-screens',
  'dashboard-sign-in',
  'feed-collecting-command',
  'month-end-races',
].map((name) => `/${name}.test.ts`);

const rankOf = ({ moduleId }: TestSpecification): number => {
  const rank = longest.findIndex((file) => moduleId.endsWith(file));
  return rank === -1 ? longest.length : rank;
};

/**
 * A new clone has no durations of earlier runs and would start with the largest files. Projects run one after the other, the
 * smallest first: a worker loads all modules again when it gets a file of another project.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sizes = new Map<string, number>();
    for (const { project } of files) sizes.set(project.name, (sizes.get(project.name) ?? 0) + 1);
    const sizeOf = ({ project }: TestSpecification): number => sizes.get(project.name) ?? 0;
    const sorted = await super.sort(files);
    return sorted.toSorted((one, other) => sizeOf(one) - sizeOf(other) || rankOf(one) - rankOf(other));
  }
}
