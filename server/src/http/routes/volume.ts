import { readVolume } from '../../features/volume/read-volume.js';
import { list } from '../route.js';
import { VolumeQuery } from '../../wire/fields.js';
import { toDate } from '../../wire/times.js';
import { presentVolumePeriod, VolumePeriod } from '../../wire/volume-period.js';

export const volumeRoutes = [
  list({
    operation: 'listVolume',
    path: '/volume',
    summary: 'Pages and trees of each month, oldest first',
    query: VolumeQuery,
    item: VolumePeriod,
    sortedBy: 'time',
    page: async ({ context, account, query }, { after, limit }) => {
      const bounds = { start: toDate(query.start_date), end: toDate(query.end_date) };
      const periods = await readVolume(context, account.id, bounds);
      return periods.filter(({ month }) => !after || month > after.sort).slice(0, limit);
    },
    keyOf: ({ accountId, month }) => ({ sort: month, id: accountId }),
    present: presentVolumePeriod,
  }),
];
