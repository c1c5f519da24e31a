import type pg from 'pg';
import { firstTenantTable, tablePlacements } from './table-placement.js';

/** Our triggers only use their own row, so it does not matter on which node they run. */
export const allowTriggers = async (client: pg.ClientBase): Promise<void> => {
  await client.query('set local citus.enable_unsafe_triggers = on');
};

/** Places a table as its entry says, with its rows. Runs in the current transaction of the connection. */
export async function placeTable(client: pg.ClientBase, name: string): Promise<void> {
  await allowTriggers(client);
  const placement = tablePlacements[name];
  if (placement === undefined) throw new Error(`${name} has no entry in table-placement.ts`);
  if (placement === 'reference') await client.query('select create_reference_table($1)', [name]);
  else if (placement === 'local') await client.query('select citus_add_local_table_to_metadata($1)', [name]);
  else if (placement === 'tenant')
    await client.query('select create_distributed_table($1, $2, colocate_with => $3)', [
      name,
      'account_id',
      name === firstTenantTable ? 'none' : firstTenantTable,
    ]);
}
