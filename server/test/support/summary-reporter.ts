import type { Reporter, TestModule } from 'vitest/node';

/** Ends a run with one plain line for people and scripts, and names the skipped tests, or their file if it was skipped as a whole. */
export default class SummaryReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    const counts = { passed: 0, failed: errors.length, skipped: 0 };
    for (const module of modules) {
      counts.failed += module.errors().length;
      const tests = [...module.children.allTests()];
      for (const test of tests) {
        const { state } = test.result();
        if (state !== 'pending') counts[state]++;
      }
      const skipped = tests.filter((test) => test.result().state === 'skipped');
      if (skipped.length > 1 && skipped.length === tests.length)
        console.log(`skipped: all ${String(tests.length)} tests of ${module.relativeModuleId}`);
      else for (const test of skipped) console.log(`skipped: ${test.fullName}`);
    }
    const { passed, failed, skipped } = counts;
    console.log(`${String(passed)} passed, ${String(failed)} failed, ${String(skipped)} skipped`);
  }
}
