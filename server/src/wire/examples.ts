import { accountExamples } from './examples/accounts.js';
import { reportExamples } from './examples/annual-report.js';
import { depositExamples } from './examples/deposits.js';
import { feedExamples } from './examples/feeds.js';
import { offsetExamples } from './examples/offsets.js';
import { projectExamples } from './examples/projects.js';
import { salesExamples } from './examples/sales.js';
import { sandboxExamples } from './examples/sandboxes.js';
import { webhookExamples } from './examples/webhooks.js';

/**
 * One example per schema, by title, in the form of the model. Also contains fields that only other revisions have: code that shows
 * an example leaves out fields that the schema does not have.
 */
export const examples: Readonly<Record<string, unknown>> = {
  ...accountExamples,
  ...projectExamples,
  ...depositExamples,
  ...offsetExamples,
  ...salesExamples,
  ...feedExamples,
  ...webhookExamples,
  ...sandboxExamples,
  ...reportExamples,
};
