import { createChildAccount, createRootAccount } from '../../features/accounts/create-account.js';
import { changeAccountSettings } from '../../features/accounts/change-settings.js';
import { changeAccountStatus } from '../../features/accounts/change-account-status.js';
import { countChildren } from '../../features/accounts/count-children.js';
import { changeBillingAddress } from '../../features/billing/change-billing-address.js';
import { readCreditFile } from '../../features/carbon/credit-file.js';
import { importCredits } from '../../features/carbon/import-credits.js';
import { createKey } from '../../features/keys/create-key.js';
import { addFavorite } from '../../features/projects/change-favorites.js';
import { setPictures } from '../../features/projects/change-picture.js';
import { changeForestryProject } from '../../features/projects/change-projects.js';
import { countTrees } from '../../features/projects/count-trees.js';
import { findForestryProject } from '../../features/projects/forestry-project-store.js';
import { saveCarbonProject, saveForestryProject } from '../../features/projects/save-projects.js';
import { refreshActivity } from '../../features/rollups/refresh-activity.js';
import { rollUp } from '../../features/rollups/roll-up.js';
import { createServer } from '../../features/servers/change-server.js';
import { contextAt } from '../../features/sandboxes/open-sandbox.js';
import type { Context } from '../../database/context.js';
import { inTransaction } from '../../database/in-transaction.js';
import { decimal } from '../../platform/decimals.js';
import { invalid } from '../../platform/errors.js';
import { newId } from '../../platform/ids.js';
import { defaultRevision } from '../../wire/revisions/index.js';
import {
  channelName,
  demoAccounts,
  demoUserEmail,
  distributorName,
  libraryName,
  schoolName,
  type DemoAccount,
} from './demo-accounts.js';
import { demoCredits } from './demo-credits.js';
import { monthEnds } from './demo-months.js';
import { paperOf } from './demo-paper.js';
import { demoCarbonProjects, demoForestryProjects, demoPictures } from './demo-projects.js';
import { sales } from './demo-sales.js';
import { hasData, lockSeeding } from './demo-store.js';
import { plantTrees } from './demo-plantings.js';
import { users } from './demo-users.js';
import { DemoState } from './demo-state.js';
import { Calendar, monthsOfHistory, runTimeline, type TimelineStep } from './timeline.js';

export interface SeededDemo {
  readonly distributor_id: string;
  readonly channel_id: string;
  readonly customer_ids: readonly string[];
  readonly forestry_project_ids: readonly string[];
  readonly carbon_project_ids: readonly string[];
  /** A key of the distributor. */
  readonly key: string;
  /** A user of the distributor, who is also an operator. */
  readonly user_email: string;
}

/** A distributor with a dozen accounts, and two years in which they have grown. All or nothing. */
export async function seedDemo(context: Context): Promise<SeededDemo> {
  const seeded = await seedIfEmpty(context);
  if (!seeded) throw invalid('The database is not empty: demo data can only be loaded into an empty one');
  return seeded;
}

/** If several servers start on an empty database, one of them seeds it; the rest get undefined. */
export const seedIfEmpty = (context: Context): Promise<SeededDemo | undefined> =>
  inTransaction(context, async (tx) => {
    await lockSeeding(tx.db);
    return (await hasData(tx.db)) ? undefined : seed(tx);
  });

async function seed(live: Context): Promise<SeededDemo> {
  // One moment for everything that happens now. The demo is the same whatever limit the operator has set.
  const context = { ...contextAt(live, live.clock()), maxUnbilled: null };
  const calendar = new Calendar(context.clock());
  const begin = contextAt(context, calendar.month(monthsOfHistory));
  const world = new DemoState(await seedProjects(begin));
  await importCredits(begin, await readCreditFile(demoCredits));
  await runTimeline(context, [
    ...demoAccounts.flatMap((account) => lifeOf(world, calendar, account)),
    ...sales(world, calendar),
    ...monthEnds(calendar),
  ]);
  await runTimeline(context, users(world, calendar));
  await bringUpToDate(context);
  await nearlyFill(context, world.forestry.at(-1) ?? '');
  await plantTrees(context, calendar, world.forestry);
  const distributor = world.account(distributorName);
  const { key } = await createKey(context, distributor.id, { name: 'demo', revision: defaultRevision });
  return {
    distributor_id: distributor.id,
    channel_id: world.account(channelName).id,
    customer_ids: [libraryName, schoolName].map((name) => world.account(name).id),
    forestry_project_ids: world.forestry,
    carbon_project_ids: world.carbon,
    key,
    user_email: demoUserEmail,
  };
}

async function seedProjects(context: Context): Promise<{ forestry: string[]; carbon: string[] }> {
  const createdAt = context.clock();
  const forestry: string[] = [];
  for (const project of demoForestryProjects) {
    forestry.push((await saveForestryProject(context, { ...project, id: newId(), createdAt })).id);
    await setPictures(context, project.name, await demoPictures(project.name));
  }
  const carbon: string[] = [];
  for (const project of demoCarbonProjects)
    carbon.push((await saveCarbonProject(context, { ...project, id: newId(), createdAt })).id);
  return { forestry, carbon };
}

function lifeOf(world: DemoState, calendar: Calendar, account: DemoAccount): TimelineStep[] {
  const { name, joined, left } = account;
  const leave = (context: Context) => changeAccountStatus(context, world.account(name).id, 'inactive');
  return [
    { at: calendar.inMonth(joined, 2), run: (context) => open(context, world, account) },
    ...paperOf(world, calendar, account),
    ...(left === undefined ? [] : [{ at: calendar.inMonth(left, 3), run: leave }]),
  ];
}

async function open(context: Context, world: DemoState, demo: DemoAccount): Promise<void> {
  const { name, parent, externalId, favorites, address } = demo;
  const account =
    parent === null
      ? await createRootAccount(context, 'distributor', { name })
      : await createChildAccount(context, world.account(parent), { name, externalId });
  world.add(account);
  for (const place of favorites)
    await addFavorite(context, account.id, { id: world.forestry[place] ?? '', status: 'active' });
  if (address !== undefined)
    await changeBillingAddress(context, account.id, { name: null, address, taxId: null, reference: null });
  if (parent !== null) return;
  await changeAccountSettings(context, account.id, {
    badgeEnabled: true,
    carbonProjectIds: world.carbon,
    publicPage: { slug: 'evergreen-print', enabled: true, includeDescendants: true },
  });
  // No feed reads from it: the demo calls no device.
  await createServer(context, account.id, {
    type: 'papercut',
    url: 'https://papercut.evergreen-print.example',
    username: '',
    password: null,
    contact: undefined,
  });
}

/** What the server counts now and then, so that it is there from the first look. */
async function bringUpToDate(context: Context): Promise<void> {
  await countTrees(context);
  await countChildren(context);
  await rollUp(context);
  await refreshActivity(context, new AbortController().signal);
}

/** Leaves the project a few trees, however many were planted there by this date. */
async function nearlyFill(context: Context, projectId: string): Promise<void> {
  const project = await findForestryProject(context.db, projectId);
  const capacityTrees = decimal(project?.plantedTrees ?? 0)
    .times(1.06)
    .round(0)
    .plus(1)
    .toFixed();
  await changeForestryProject(context, projectId, { capacityTrees });
}
