import type { Account } from '../../features/accounts/account.js';
import { withdrawOffset } from '../../features/billing/withdraw-offset.js';
import { createOffset } from '../../features/biomass/create-offset.js';
import { fulfilCarbon } from '../../features/carbon/fulfil-offsets.js';
import { retireAllocated } from '../../features/carbon/retire-allocated.js';
import { createOrder } from '../../features/orders/create-order.js';
import { placeOrder } from '../../features/orders/place-order.js';
import { acceptOffer } from '../../features/quotes/accept-offer.js';
import { createQuote } from '../../features/quotes/create-quote.js';
import { executeQuote } from '../../features/quotes/execute-quote.js';
import { createQuoteLink } from '../../features/quotes/quote-link.js';
import type { Context } from '../../database/context.js';
import { dayMs } from '../../platform/time/durations.js';
import { channelName, distributorName, universityName } from './demo-accounts.js';
import type { DemoState } from './demo-state.js';
import { asJob, type Calendar, type TimelineStep } from './timeline.js';

const poster = { quantity: 500, width: 0.594, length: 0.841, gsm: 135 };
const brochure = { quantity: 20_000, width: 0.21, length: 0.297, gsm: 115 };
const catalogue = { quantity: 160_000, width: 0.21, length: 0.297, gsm: 90 };
const book = { quantity: 90_000, width: 0.148, length: 0.21, gsm: 80 };

type Item = typeof poster;

/** Orders, quotes and offsets in every state. */
export const sales = (world: DemoState, calendar: Calendar): TimelineStep[] => [
  ...orders(world, calendar),
  ...quotes(world, calendar),
  ...directOffsets(world, calendar),
  ...withdrawnOffset(world, calendar),
  // What was allocated until then. The rest is on the worklist.
  {
    at: calendar.inMonth(4, 12),
    run: (context) => retireAllocated(context, 'https://registry.example/retirements/4711'),
  },
];

function orders(world: DemoState, calendar: Calendar): TimelineStep[] {
  const [stoves = '', mangrove = ''] = world.carbon;
  const order = (
    at: Date,
    name: string,
    externalId: string,
    carbon: readonly string[],
    items: readonly Item[],
    isPlaced = true,
  ): TimelineStep[] => {
    const create = async (context: Context): Promise<void> => {
      const { id } = world.account(name);
      const carbonProjects = carbon.map((projectId) => ({ projectId }));
      const made = await createOrder(context, id, {
        biomassProjects: undefined,
        carbonProjects,
        externalId,
        items,
      });
      if (isPlaced) await placeOrder(context, id, made.id);
    };
    const fulfil = (context: Context) => fulfilCarbon(asJob(context, 'fulfil-carbon'));
    // The job runs every hour.
    const next = new Date(Math.min(at.getTime() + 3_600_000, calendar.now.getTime()));
    return [
      { at, run: create },
      ...(isPlaced && carbon.includes(mangrove) ? [{ at: next, run: fulfil }] : []),
    ];
  };
  // There are credits for one of the two projects: offsets of the other wait.
  return [
    ...order(calendar.inMonth(21, 8), distributorName, 'O-1001', [mangrove], [brochure, poster]),
    ...order(calendar.inMonth(16, 14), channelName, 'HOS-77', [mangrove], [catalogue]),
    ...order(calendar.inMonth(7, 20), universityName, 'PO-2291', [mangrove], [book]),
    ...order(calendar.inMonth(9, 5), distributorName, 'O-2001', [mangrove], [catalogue, poster]),
    ...order(calendar.inMonth(5, 23), distributorName, 'O-2002', [], [book]),
    ...order(calendar.inMonth(2, 11), universityName, 'PO-2417', [stoves, mangrove], [catalogue]),
    ...order(calendar.daysAgo(6), distributorName, 'O-3001', [stoves, mangrove], [brochure, poster]),
    ...order(calendar.daysAgo(1), distributorName, 'O-3002', [stoves, mangrove], [brochure, poster], false),
  ];
}

/** What became of a quote. */
type Outcome = 'open' | 'executed' | 'offered' | 'accepted';

function quotes(world: DemoState, calendar: Calendar): TimelineStep[] {
  const quote = (at: Date, externalId: string, items: readonly Item[], outcome: Outcome): TimelineStep => ({
    at,
    run: async (context) => {
      const { id } = world.account(distributorName);
      const [projectId = ''] = world.forestry;
      const made = await createQuote(context, id, { projectId, externalId, items });
      if (outcome === 'executed') await executeQuote(context, id, made.id, undefined);
      if (outcome === 'open' || outcome === 'executed') return;
      const { token } = await createQuoteLink(context, id, made.id);
      if (outcome === 'accepted') await acceptOffer(context, token);
    },
  });
  return [
    quote(calendar.inMonth(19, 6), 'Q-1001', [brochure], 'executed'),
    quote(calendar.inMonth(11, 9), 'Q-1002', [catalogue], 'accepted'),
    quote(calendar.daysAgo(45), 'Q-1003', [book], 'offered'),
    quote(calendar.daysAgo(12), 'Q-2000', [poster], 'accepted'),
    quote(calendar.daysAgo(4), 'Q-2002', [book, poster], 'offered'),
    quote(calendar.daysAgo(2), 'Q-2001', [poster], 'open'),
  ];
}

/** Trees for occasions, without paper that was counted. */
const directOffsets = (world: DemoState, calendar: Calendar): TimelineStep[] =>
  [22, 17, 13, 10, 7, 4, 1].map((ago, index) => ({
    at: calendar.inMonth(ago, 11, 9),
    run: (context) =>
      plant(context, world.account(distributorName), world.forestry[index % 3], 9_000 + 2_500 * index),
  }));

const plant = async (
  context: Context,
  { id }: Account,
  projectId: string | undefined,
  pages: number,
): Promise<string> => (await createOffset(context, id, { amount: { pages }, projectId, date: undefined })).id;

/** One that was billed, and taken back with a credit note. */
function withdrawnOffset(world: DemoState, calendar: Calendar): TimelineStep[] {
  let offsetId = '';
  const planted = calendar.inMonth(6, 24);
  return [
    {
      at: planted,
      run: async (context) => {
        offsetId = await plant(context, world.account(distributorName), world.forestry[0], 12_500);
      },
    },
    {
      at: new Date(calendar.month(5).getTime() + 8 * dayMs),
      run: (context) =>
        withdrawOffset(context, world.account(distributorName).id, offsetId, {
          reason: 'The same pages were also ordered as O-2001',
          returnsPages: false,
        }),
    },
  ];
}
