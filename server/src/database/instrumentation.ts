import type { Statement } from './statement.js';

/** Measures statements, jobs and webhooks, for metrics and traces. Runs the given work once and returns its outcome. */
export interface Instrumentation {
  statement<T>(statement: Statement<unknown>, run: () => Promise<T>): Promise<T>;
  job<T>(task: string, run: () => Promise<T>): Promise<T>;
  /** An attempt to deliver an event: `succeeded`, or why it did not. */
  webhook(result: string): void;
}

/** Combines them, the first outermost; undefined for an empty list, so that it costs nothing. */
export const composeInstrumentation = (watches: readonly Instrumentation[]): Instrumentation | undefined =>
  watches.length === 0
    ? undefined
    : watches.reduce((outer, inner) => ({
        statement: (statement, run) => outer.statement(statement, () => inner.statement(statement, run)),
        job: (task, run) => outer.job(task, () => inner.job(task, run)),
        webhook(result) {
          outer.webhook(result);
          inner.webhook(result);
        },
      }));
