import type { Role } from '../../../src/features/accounts/account.js';
import { createAccount } from '../../../src/features/accounts/create-account.js';
import { readCreditFile } from '../../../src/features/carbon/credit-file.js';
import { importCredits } from '../../../src/features/carbon/import-credits.js';
import { createKey } from '../../../src/features/keys/create-key.js';
import { readConfig } from '../../../src/platform/config/config.js';
import { newId } from '../../../src/platform/ids.js';
import { openInstance } from '../../../src/database/instance.js';
import { upsertCarbonProject } from '../../../src/features/projects/carbon-project-store.js';
import { upsertForestryProject } from '../../../src/features/projects/forestry-project-store.js';
import { creditHeader, verraLine } from '../credits.js';
import type { DataDirectory } from '../data-directory.js';
import { revision } from '../revision.js';
import { addAccountStates } from '../account-states.js';

export interface Installation {
  /** Accounts with keys, for clients of the API. */
  readonly members: readonly { readonly id: string; readonly key: string }[];
  readonly carbonProject: string;
}

const tonnesPerLot = 200;

/** Creates projects, credits, a few accounts with keys and many without; every fifth of the latter has favorites. */
export async function fillInstallation(
  directory: DataDirectory,
  size: { members: number; accounts: number; lots: number; role?: Role },
): Promise<Installation> {
  const instance = await openInstance(readConfig(directory.env));
  try {
    const { context, pool } = instance;
    for (const name of ['Forest', 'Grove', 'Wood']) {
      await context.db.transaction((tx) =>
        upsertForestryProject(tx, {
          id: newId(),
          name,
          status: 'active',
          forestLatitude: -4.75,
          forestLongitude: 38.48,
          contentLogo: 'https://img.example/logo.png',
          contentMasthead: 'https://img.example/masthead.jpg',
          contentIntroduction: 'An introduction',
          contentBodyHtml: '<p>A body</p>',
          contentImages: [],
          capacityTrees: null,
          createdAt: context.clock(),
        }),
      );
    }
    const carbonProject = newId();
    await context.db.transaction((tx) =>
      upsertCarbonProject(tx, {
        id: carbonProject,
        name: 'Stoves',
        type: 'Energy efficiency',
        registryName: 'Verra',
        pricePerTonne: '10',
        status: 'active',
        createdAt: context.clock(),
      }),
    );
    const lots = Array.from({ length: size.lots }, (_, lot) =>
      verraLine('Stoves', lot * tonnesPerLot + 1, (lot + 1) * tonnesPerLot),
    );
    await importCredits(context, await readCreditFile([creditHeader, ...lots].join('\n')));
    const members = [];
    for (let count = 1; count <= size.members; count++) {
      const { id } = await createAccount(context, undefined, size.role ?? 'customer', {
        name: `Member ${count}`,
      });
      members.push({ id, key: (await createKey(context, id, { name: null, revision })).key });
    }
    await pool.withClient(async (client) => {
      await client.query(
        `insert into accounts (id, lineage, name, name_sort, display_name, role, status, created_at)
         select id, array[id], 'Bulk', 'bulk', 'Bulk', 'customer', 'active', now() from unnest($1::uuid[]) id`,
        [Array.from({ length: size.accounts }, newId)],
      );
      await client.query(addAccountStates);
      await client.query(
        `insert into favorite_projects (account_id, project_id, id)
         select accounts.id, project.id, gen_random_uuid()
         from (select id, row_number() over (order by id) as place from accounts where name = 'Bulk') accounts,
           (select id from forestry_projects order by id limit 2) project
         where place % 5 = 0`,
      );
    });
    return { members, carbonProject };
  } finally {
    await instance.close();
  }
}
