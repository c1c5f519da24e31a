import type { AccountId } from '../accounts/account.js';
import type { Database } from '../../database/database.js';
import { acrossAccounts, statement } from '../../database/statement.js';
import type { MonthVolume } from '../volume/volume-store.js';

const selectMonthsOfTree = acrossAccounts<MonthVolume>(
  'a public page may show what its account and all accounts below it have',
  `select month, sum(pages)::bigint as pages, sum(trees) as trees
   from account_volume join accounts on accounts.id = account_volume.account_id
   where lineage @> array[$1::uuid] group by month`,
);

/** The months of the account and all accounts below it, added up. */
export const listVolumeOfTree = (db: Database, account: AccountId): Promise<MonthVolume[]> =>
  db.rows(selectMonthsOfTree, [account]);

const selectProjectsOfTree = acrossAccounts<{ id: string }>(
  'a public page may show the projects of its account and of all accounts below it',
  `select distinct biomass_offsets.project_id as id
   from biomass_offsets join accounts on accounts.id = biomass_offsets.account_id
   where lineage @> array[$1::uuid]`,
);

/** Projects in which the account or one below it has trees. */
export const listPlantedProjectsOfTree = (db: Database, account: AccountId): Promise<{ id: string }[]> =>
  db.rows(selectProjectsOfTree, [account]);

/** A project on the map. */
export interface ImpactProject {
  readonly id: string;
  readonly name: string;
  readonly latitude: number;
  readonly longitude: number;
}

const selectProjects = statement<ImpactProject>(`
  select id, name, forest_latitude as latitude, forest_longitude as longitude from forestry_projects
  where id = any($1::uuid[]) order by name, id limit $2`);

export const findImpactProjects = (
  db: Database,
  ids: readonly string[],
  limit: number,
): Promise<ImpactProject[]> => db.rows(selectProjects, [ids, limit]);
