import type { Reporter, TestModule } from 'vitest/node';

/** Ends a run with one plain line for people and scripts, and names the skipped tests. */
export default class SummaryReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    const counts = { passed: 0, failed: errors.length, skipped: 0 };
    for (const module of modules) {
      counts.failed += module.errors().length;
      for (const test of module.children.allTests()) {
        const { state } = test.result();
        if (state === 'pending') continue;
        counts[state]++;
        if (state === 'skipped') console.log(`skipped: ${test.fullName}`);
      }
    }
    const { passed, failed, skipped } = counts;
    console.log(`${String(passed)} passed, ${String(failed)} failed, ${String(skipped)} skipped`);
  }
}
