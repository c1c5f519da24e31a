import type { World } from './world.js';

/** Reads and writes until told to stop; returns the count of each status. */
export function generateLoad({ customer, channel, projects }: World): () => Promise<Record<number, number>> {
  const statuses: Record<number, number> = {};
  let isOver = false;
  const repeat = async (send: () => Promise<{ status: number }>): Promise<void> => {
    while (!isOver) {
      const { status } = await send();
      statuses[status] = (statuses[status] ?? 0) + 1;
    }
  };
  const all = [
    repeat(() => customer.api.post('/deposits', { pages: 3 })),
    repeat(() => customer.api.get('/deposits?limit=5')),
    repeat(() => customer.api.post('/biomass/offsets', { pages: 2, project_id: projects.forest })),
    repeat(() => channel.api.get('/accounts')),
  ];
  return async () => {
    isOver = true;
    await Promise.all(all);
    return statuses;
  };
}
