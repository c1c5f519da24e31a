import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Json } from '../api-client.js';
import type { ActionContext } from '../chaos/actions.js';
import { creditHeader, verraLine } from '../credits.js';
import type { DataDirectory } from '../data-directory.js';
import type { Processes } from '../faults/processes.js';

export interface SeededInstallation {
  /** Distributors with keys, for clients of the API. */
  readonly members: readonly { readonly id: string; readonly key: string }[];
  readonly around: ActionContext;
}

/** Fills a new installation by commands of its own version, with demo data and whatever the API cannot create. */
export async function seedInstallation(
  directory: DataDirectory,
  version: Processes,
  memberCount: number,
): Promise<SeededInstallation> {
  await version.command('demo', 'seed');
  const lots = join(directory.path, 'lots.csv');
  await writeFile(lots, [creditHeader, verraLine('Highland Stoves', 1, 100_000)].join('\n'));
  const projects = join(directory.path, 'carbon-projects.json');
  await writeFile(
    projects,
    JSON.stringify([
      {
        name: 'Highland Stoves',
        type: 'Energy efficiency',
        registry_name: 'Verra',
        price_per_tonne: 10,
        status: 'active',
      },
    ]),
  );
  const importAll = async (): Promise<void> => {
    await version.command('carbon-projects', 'import', projects);
    await version.command('carbon-credits', 'import', lots);
    await version.command('methodology', 'add', '--name', 'Thin paper', '--gsm', '75');
    await version.command('methodology', 'use', 'Thin paper');
  };
  const importing = importAll();
  const members = await Promise.all(
    Array.from({ length: memberCount }, async (_, index) => {
      const name = `Member ${index + 1}`;
      const { id } = await version.command('accounts', 'create', '--name', name, '--role', 'distributor');
      const { key } = await version.command('keys', 'create', '--account', id);
      return { id, key };
    }),
  );
  await importing;
  const carbon: Json[] = await version.command('carbon-projects', 'list');
  const forestry: Json[] = await version.command('projects', 'list');
  const isActive = ({ status }: Json): boolean => status === 'active';
  return {
    members,
    around: {
      forestry: forestry.filter(isActive).map(({ id }) => id),
      carbonProject: carbon.find(({ name }) => name === 'Highland Stoves').id,
    },
  };
}
