import type { Account } from '../../features/accounts/account.js';
import { createChildAccount, createRootAccount } from '../../features/accounts/create-account.js';
import { createOffset } from '../../features/biomass/create-offset.js';
import { readCreditFile } from '../../features/carbon/credit-file.js';
import { importCredits } from '../../features/carbon/import-credits.js';
import { createDeposit } from '../../features/deposits/create-deposit.js';
import { checkNewFeed, createFeed } from '../../features/feeds/create-feed.js';
import { createKey } from '../../features/keys/create-key.js';
import { defaultRevision } from '../../wire/revisions/index.js';
import { createOrder } from '../../features/orders/create-order.js';
import { placeOrder } from '../../features/orders/place-order.js';
import type { Context } from '../../database/context.js';
import { invalid } from '../../platform/errors.js';
import { newId } from '../../platform/ids.js';
import { addMonths, startOfMonth } from '../../platform/time/months.js';
import { addFavorite } from '../../features/projects/change-favorites.js';
import { setPictures } from '../../features/projects/change-picture.js';
import { saveCarbonProject, saveForestryProject } from '../../features/projects/save-projects.js';
import { createQuote } from '../../features/quotes/create-quote.js';
import { changeUser } from '../../features/users/change-user.js';
import { createUser } from '../../features/users/create-user.js';
import { hasData, demoUserEmail, lockSeeding } from './demo-store.js';
import { demoCredits } from './demo-credits.js';
import { demoCarbonProjects, demoForestryProjects, demoPictures } from './demo-projects.js';

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

/** A distributor with a channel and two customers, projects, credits and a year of history. All or nothing. */
export async function seedDemo(context: Context): Promise<SeededDemo> {
  const seeded = await seedIfEmpty(context);
  if (!seeded) throw invalid('The database is not empty: demo data can only be loaded into an empty one');
  return seeded;
}

/** If several servers start on an empty database, one of them seeds it; the rest get undefined. */
export const seedIfEmpty = (context: Context): Promise<SeededDemo | undefined> =>
  context.db.transaction(async (db) => {
    await lockSeeding(db);
    return (await hasData(db)) ? undefined : seed({ ...context, db });
  });

async function seed(context: Context): Promise<SeededDemo> {
  const { forestry, carbon } = await seedProjects(context);
  await importCredits(context, await readCreditFile(demoCredits));
  const distributor = await createRootAccount(context, 'distributor', { name: 'Evergreen Print Supply' });
  const channel = await createChildAccount(context, distributor, { name: 'Harbour Office Systems' });
  const library = await createChildAccount(context, channel, {
    name: 'City Library',
    externalId: 'HOS-1001',
  });
  const school = await createChildAccount(context, channel, {
    name: 'Hillside School',
    externalId: 'HOS-1002',
  });

  for (const [account, pagesAMonth] of [
    [distributor, 1_900],
    [channel, 6_400],
    [library, 41_000],
    [school, 87_000],
  ] as const) {
    for (const id of forestry.slice(0, 2)) await addFavorite(context, account.id, { id, status: 'active' });
    await seedHistory(context, account, forestry, pagesAMonth);
  }
  for (const customer of [library, school]) await seedDeposits(context, customer);
  const { id: userId, email } = await createUser(context, distributor.id, {
    email: demoUserEmail,
    locale: 'en',
  });
  // So that the demo also shows what operators see.
  await changeUser(context, distributor.id, userId, { isOperator: true });
  await createUser(context, channel.id, { email: 'hallo@harbour-office.example', locale: 'de' });
  const pushFeed = {
    type: 'fmaudit',
    serverId: null,
    externalId: 'hillside',
    collectionScope: 'all' as const,
    activatedAt: undefined,
    createdBy: school.id,
  };
  await createFeed(context, school, pushFeed, await checkNewFeed(context, school, pushFeed));
  await seedSales(context, distributor, forestry, carbon);

  const { key } = await createKey(context, distributor.id, { name: 'demo', revision: defaultRevision });
  return {
    distributor_id: distributor.id,
    channel_id: channel.id,
    customer_ids: [library.id, school.id],
    forestry_project_ids: forestry,
    carbon_project_ids: carbon,
    key,
    user_email: email,
  };
}

async function seedProjects(context: Context): Promise<{ forestry: string[]; carbon: string[] }> {
  const createdAt = addMonths(startOfMonth(context.clock()), -13);
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

/** Two offsets a month for a year, with seasonal variation. */
async function seedHistory(
  context: Context,
  account: Account,
  projectIds: readonly string[],
  pagesAMonth: number,
): Promise<void> {
  const thisMonth = startOfMonth(context.clock());
  for (let ago = 12; ago >= 1; ago--) {
    const month = addMonths(thisMonth, -ago);
    const season = 1 + 0.25 * Math.sin(month.getUTCMonth());
    for (const [share, day] of [
      [0.55, 11],
      [0.45, 26],
    ] as const) {
      await createOffset(context, account.id, {
        amount: { pages: Math.round(pagesAMonth * season * share) },
        projectId: projectIds[(ago + day) % projectIds.length],
        date: new Date(month.getTime() + day * 86_400_000 + 34_000_000),
      });
    }
  }
}

/** One meter read for each day of this month so far. */
async function seedDeposits(context: Context, account: Account): Promise<void> {
  const now = context.clock();
  const first = startOfMonth(now);
  for (let day = 1; day < now.getUTCDate(); day++) {
    const date = new Date(first.getTime() + day * 86_400_000 - 3_600_000);
    await createDeposit(context, account.id, {
      pages: 900 + ((day * 137) % 700),
      width: 0.21,
      length: 0.297,
      gsm: 80,
      date,
    });
  }
}

async function seedSales(
  context: Context,
  { id }: Account,
  forestry: readonly string[],
  carbon: readonly string[],
): Promise<void> {
  const poster = { quantity: 500, width: 0.594, length: 0.841, gsm: 135 };
  const brochure = { quantity: 20_000, width: 0.21, length: 0.297, gsm: 115 };
  const [projectId = ''] = forestry;
  await createQuote(context, id, { projectId, externalId: 'Q-2001', items: [poster] });
  const carbonProjects = carbon.map((one) => ({ projectId: one }));
  const order = { biomassProjects: undefined, carbonProjects, items: [brochure, poster] };
  const placed = await createOrder(context, id, { ...order, externalId: 'O-3001' });
  await placeOrder(context, id, placed.id);
  await createOrder(context, id, { ...order, externalId: 'O-3002' });
}
