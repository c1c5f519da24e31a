import { openBrowser } from './support/browser.mjs';
import { inviteVisitor, openVisitor } from './support/dashboard-visitor.mjs';
import { compareCost } from './support/compare-cost.mjs';
import { median } from './support/rounds.mjs';
import { count, milliseconds } from './support/table.mjs';

const maxMs = 1000;
const screens = ['', 'deposits', 'certificates', 'offsets'];

/** The dashboard in a browser: its first view, and the screens of accounts with many rows compared with few. */
export async function measureDashboard({ installation, few, many, parent, sizes }) {
  const { context, close } = await installation.open();
  const invited = [];
  for (const member of [few, many, parent]) invited.push(await inviteVisitor(context, member));
  await close();
  const server = await installation.serve();
  const { browser, close: closeBrowser } = await openBrowser();
  const [ofFew, ofMany, ofParent] = await Promise.all(
    invited.map((visitor) => openVisitor(browser, server, visitor)),
  );
  const results = [
    await firstView('first view, nothing in the cache, until it can be used', ofFew, sizes),
    await firstView(`the same with ${count(sizes.children)} accounts below`, ofParent, sizes),
  ];
  const compare = (what, otherIs, ours, other) =>
    compareCost({ what, otherIs, ours, other, turns: sizes.screenTurns });
  for (const screen of screens)
    results.push(
      await compare(
        `/${screen}, ${count(sizes.rows)} deposits and offsets`,
        `${count(sizes.fewRows)}`,
        () => ofMany.show(screen),
        () => ofFew.show(screen),
      ),
    );
  results.push(
    await compare(
      `/accounts, ${count(sizes.children)} accounts below`,
      '/users of the same',
      () => ofParent.show('accounts'),
      () => ofParent.show('users'),
    ),
  );
  results.push(
    await compare(
      `/ of an account with ${count(sizes.children)} accounts below, with their sums and ranking`,
      'of an account alone',
      () => ofParent.show(''),
      () => ofFew.show(''),
    ),
  );
  await closeBrowser();
  await server.stop();
  return results;
}

/** With an empty browser cache: the time until it is usable, and until the last figure, chart and map is shown. */
async function firstView(what, visitor, { screenTurns: { rounds, perRound } }) {
  const views = [];
  for (let turn = 0; turn < rounds * perRound; turn++) views.push(await visitor.showFirst(''));
  const [usable, whole] = ['usable', 'whole'].map((moment) => median(views.map((view) => view[moment])));
  return {
    what,
    ours: milliseconds(usable),
    other: milliseconds(whole),
    otherIs: 'all charts and the map',
    ratio: usable / whole,
    bar: `under ${maxMs} ms`,
    holds: usable < maxMs,
  };
}
