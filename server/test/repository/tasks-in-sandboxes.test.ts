import { expect, it } from 'vitest';
import { sandboxTasks } from '../../src/jobs/sandbox/sandbox-tasks.js';
import { tasks } from '../../src/jobs/tasks/index.js';

/** Why a task runs in no sandbox. */
const liveOnly: Readonly<Record<string, string>> = {
  'purge-events': 'the months of a sandbox pass faster than its events are sent; they are deleted with it',
  'run-sandbox': 'runs the tasks of a sandbox',
  'drop-sandbox': 'a sandbox has no sandboxes',
  'purge-sandboxes': 'a sandbox has no sandboxes',
};

it('Every task either runs in sandboxes, or is listed with the reason why it does not', () => {
  const live = tasks.map(({ name }) => name).filter((name) => !sandboxTasks.has(name));
  expect(live.toSorted()).toEqual(Object.keys(liveOnly).toSorted());
});

/** Live it is no task, but runs every few seconds. */
const sandboxOnly = ['count-trees'];

it('What runs in sandboxes is a task of live accounts, but for what the test lists', () => {
  const known = new Set(tasks.map(({ name }) => name));
  expect([...sandboxTasks.keys()].filter((name) => !known.has(name))).toEqual(sandboxOnly);
});
