import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { openDashboard, type Dashboard } from './dashboard.js';
import { startWorld, type TestAccount, type World } from './world.js';

/** The time of the server and of the browser, fixed so that no month ends during a test. */
const now = '2026-11-15T12:00:00Z';

/** A world whose screens are opened, with a new browser for each test. */
export interface Screens {
  readonly world: World;
  open(member: TestAccount, screen: string): Promise<Page>;
}

export function useScreens(): Screens {
  let world: World;
  const opened: Dashboard[] = [];
  beforeAll(async () => {
    world = await startWorld();
    world.server.setNow(now);
  });
  afterAll(() => world.stop());
  afterEach(async () => {
    const ended = opened.splice(0);
    expect(ended.flatMap(({ pageErrors }) => pageErrors)).toEqual([]);
    await Promise.all(ended.map(({ browser }) => browser.close()));
  });
  return {
    get world() {
      return world;
    },
    async open(member, screen) {
      const dashboard = await openDashboard(world, member, { width: 1280 });
      opened.push(dashboard);
      await dashboard.page.clock.setSystemTime(now);
      await dashboard.goTo(`/accounts/${member.id}/${screen}`);
      return dashboard.page;
    },
  };
}
