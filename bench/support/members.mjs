import {
  createAccount,
  createKey,
  newId,
  upsertCarbonProject,
  upsertForestryProject,
} from './compiled-server.mjs';

/** Creates an account with a key. */
export async function createAccountWithKey(context, name, role) {
  const account = await createAccount(context, undefined, role, { name });
  const { key } = await createKey(context, account.id, { name: null, revision: '1.6.6' });
  return { account, key };
}

/** One project of each kind, used by all rows; several pairs differ in the suffix of their names. */
export async function createProjects({ db, clock }, ending = '') {
  const forestryId = newId();
  await upsertForestryProject(db, {
    id: forestryId,
    name: `Forest${ending}`,
    status: 'active',
    forestLatitude: -4.75,
    forestLongitude: 38.48,
    contentLogo: 'https://img.example/logo.png',
    contentMasthead: 'https://img.example/masthead.jpg',
    contentIntroduction: 'An introduction',
    contentBodyHtml: '<p>A body</p>',
    contentImages: ['https://img.example/1.jpg'],
    capacityTrees: null,
    createdAt: clock(),
  });
  const carbonId = newId();
  await upsertCarbonProject(db, {
    id: carbonId,
    name: `Stoves${ending}`,
    type: 'Energy efficiency',
    registryName: 'Gold Standard',
    pricePerTonne: '10',
    status: 'active',
    createdAt: clock(),
  });
  return { forestryId, carbonId };
}
