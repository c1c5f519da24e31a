import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The slowest files, slowest first. If one of them started last, the other workers would be idle until it ends. */
const longest = [
  'serve',
  'embedded-postgres-paths',
  'dashboard-walk',
  'build',
  'embedded-postgres',
  'embedded-postgres-kills',
  'dashboard-browser',
  'dashboard-administration',
  'dashboard-feeds',
  'dashboard-narrow',
  'serve-processes',
  'dashboard-operator',
  'feed-simulation',
  'serve-stops',
  'cli-installation',
  'serve-recovers',
  'dashboard-purchasing',
  'access-matrix',
  'docs-samples',
  'dashboard-screens',
  'dashboard-offers',
  'mail-limits',
  'dashboard-deposits',
  'deploy-systemd-commands',
  'reference-browser',
  'jobs-outage',
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
