import type { Account } from '../accounts/account.js';
import { createChildAccount, createRootAccount } from '../accounts/create-account.js';
import { readCreditFile } from '../carbon/credit-file.js';
import { importCredits } from '../carbon/import-credits.js';
import { checkNewFeed, createFeed } from '../feeds/create-feed.js';
import { createKey } from '../keys/create-key.js';
import { listCarbonProjects } from '../projects/carbon-project-store.js';
import { activeProjectIds } from '../projects/forestry-project-store.js';
import { saveCarbonProject, saveForestryProject } from '../projects/save-projects.js';
import { acceptInvitation } from '../users/accept-invitation.js';
import { createUser } from '../users/create-user.js';
import type { Context, TransactionContext } from '../../database/context.js';
import { newId } from '../../platform/ids.js';
import { copyCatalogue } from './catalogue-store.js';

export interface SeededSandbox {
  readonly account: Account;
  readonly key: string;
}

const tonnesOfProject = 10_000;
const customers = ['First customer', 'Second customer'];
const devices = 'devices=20,daily=500,seed=7';

/** What a new sandbox contains: enough to place any kind of request, and a feed that has paper every day. */
export async function seedSandbox(
  tx: TransactionContext,
  { name, revision }: { readonly name: string; readonly revision: string },
): Promise<SeededSandbox> {
  await copyCatalogue(tx.db);
  await addMissingProjects(tx);
  await addCredits(tx);
  const account = await createRootAccount(tx, 'distributor', { name });
  const channel = await createChildAccount(tx, account, { name: 'Channel' });
  await addUser(tx, account, 'distributor');
  for (const [index, customer] of customers.entries()) {
    const child = await createChildAccount(tx, channel, { name: customer });
    await addUser(tx, child, `customer-${index + 1}`);
    if (index === 0) await addFeed(tx, child);
  }
  const { key } = await createKey(tx, account.id, { name: 'First key', revision });
  return { account, key };
}

/** For an installation that has none yet. */
async function addMissingProjects(tx: TransactionContext): Promise<void> {
  const createdAt = tx.clock();
  if ((await activeProjectIds(tx.db)).length === 0)
    await saveForestryProject(tx, {
      id: newId(),
      name: 'Sandbox Forest',
      status: 'active',
      forestLatitude: 0,
      forestLongitude: 0,
      contentLogo: '',
      contentMasthead: '',
      contentIntroduction: '',
      contentBodyHtml: '',
      contentImages: [],
      capacityTrees: null,
      createdAt,
    });
  if ((await listCarbonProjects(tx.db)).length === 0)
    await saveCarbonProject(tx, {
      id: newId(),
      name: 'Sandbox Stoves',
      type: 'avoidance',
      registryName: 'Sandbox',
      pricePerTonne: '20',
      status: 'active',
      createdAt,
    });
}

/** No credits are copied: each exists only once. */
async function addCredits(tx: TransactionContext): Promise<void> {
  const projects = await listCarbonProjects(tx.db);
  const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;
  const lines = projects.map(({ name }, index) => {
    const first = index * tonnesOfProject + 1;
    const serial = `SANDBOX-${first}-${first + tonnesOfProject - 1}`;
    const type = index % 2 === 0 ? 'avoidance' : 'removal';
    return [
      quoted(name),
      serial,
      '2024-01-01',
      '2024-12-31',
      tonnesOfProject,
      type,
      'Sandbox',
      'unknown',
    ].join(',');
  });
  const header = 'project,serial,vintage_start,vintage_end,tonnes,type,standard,ccp';
  const file = [header, ...lines, ''].join('\n');
  await importCredits(tx, await readCreditFile(file));
}

/** Mails of the sandbox are for users who have accepted. These addresses exist nowhere, and nothing is sent to them. */
async function addUser(context: Context, { id }: Account, name: string): Promise<void> {
  const user = await createUser(context, id, { email: `${name}@sandbox.example`, locale: 'en' });
  await acceptInvitation(context, user);
}

async function addFeed(context: Context, account: Account): Promise<void> {
  const feed = {
    type: 'simulated',
    serverId: null,
    externalId: devices,
    collectionScope: 'all' as const,
    activatedAt: undefined,
    createdBy: account.id,
  };
  await createFeed(context, account, feed, await checkNewFeed(context, account, feed));
}
