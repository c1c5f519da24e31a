import { listRankedAccounts, rankingKey } from '../../../features/accounts/ranked-account-store.js';
import { readWaitingPaper } from '../../../features/deposits/read-waiting-paper.js';
import { currentMethodologyOrigin } from '../../../features/methodologies/methodology-origin-store.js';
import { currentMethodology } from '../../../features/methodologies/methodology-store.js';
import { readOverview } from '../../../features/rollups/read-overview.js';
import { readMonth } from '../../../platform/time/months.js';
import { LevelQuery } from '../../../wire/dashboard/list-level.js';
import {
  Overview,
  OverviewQuery,
  presentOverview,
  presentRankedAccount,
  presentWaitingPaper,
  RankedAccount,
  RankingQuery,
  WaitingPaper,
} from '../../../wire/dashboard/overview.js';
import { list, route } from '../../route.js';

const monthOf = (text: string | undefined): Date | undefined =>
  text === undefined ? undefined : readMonth(text);

export const rankedAccounts = list({
  operation: 'listRankedAccounts',
  path: '/ranking',
  summary: 'Accounts below with one role, at any depth, by what they and those below them have',
  query: RankingQuery,
  item: RankedAccount,
  sortedBy: 'amount',
  page: async ({ context, account, query: { role, sort = 'trees', direction = 'desc' } }, page) =>
    (await listRankedAccounts(context.db, account.id, { role, sort, direction }, page)).map((row) => ({
      row,
      sort,
    })),
  keyOf: ({ row, sort }) => rankingKey(row, sort),
  present: ({ row }) => presentRankedAccount(row),
});

export const overviewRoutes = [
  route({
    operation: 'getOverview',
    method: 'GET',
    path: '/overview',
    summary:
      'Trees, pages and tonnes of the account, of those below it and of all together, by month and compared with the year before',
    query: OverviewQuery,
    reply: Overview,
    handle: async ({ context, account, query }) => {
      const range = { start: monthOf(query.start), end: monthOf(query.end) };
      const overview = await readOverview(context, account.id, range);
      return presentOverview(
        overview,
        await currentMethodology(context.db),
        await currentMethodologyOrigin(context.db),
      );
    },
  }),
  route({
    operation: 'getWaitingPaper',
    method: 'GET',
    path: '/waiting-paper',
    summary:
      'The paper of this month that the month-end will certify, with its pages and trees; also of accounts below',
    query: LevelQuery,
    reply: WaitingPaper,
    handle: async ({ context, account, query: { level = 'own' } }) =>
      presentWaitingPaper(await readWaitingPaper(context, account, level)),
  }),
  rankedAccounts,
];
