import { expect } from 'vitest';
import { countTrees } from '../../src/features/projects/count-trees.js';
import { rollUp } from '../../src/features/rollups/roll-up.js';
import { fetchPage, type PageResponse } from './public-pages.js';
import type { TestAccount, World } from './world.js';

/** What tests do with the public pages of accounts. */
export interface Impact {
  /** Makes the page of the account public; returns the end of its address. */
  publish(member: TestAccount, more?: object): Promise<string>;
  get(path: string, headers?: Record<string, string>): Promise<PageResponse>;
  jsonOf(slug: string): Promise<Record<string, unknown>>;
  offset(member: TestAccount, pages: number, date: string): Promise<unknown>;
  /** As the jobs of a server do. */
  addUpBelow(): Promise<void>;
  thisMonth(): Date;
  /** As YYYY-MM. */
  monthsAgo(months: number): string;
}

export function impactOf(world: World): Impact {
  let count = 0;
  const get: Impact['get'] = (path, headers = {}) => fetchPage(world, `/impact/${path}`, headers);
  const thisMonth = (): Date => {
    const now = world.server.running.instance.context.clock();
    return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1));
  };
  return {
    async publish(member, more = {}) {
      const slug = `impact-${String(++count)}`;
      const { status } = await member.api.patch('/settings', {
        public_page: { slug, enabled: true, ...more },
      });
      expect(status).toBe(200);
      return slug;
    },
    get,
    jsonOf: async (slug) => JSON.parse((await get(`${slug}.json`)).text) as Record<string, unknown>,
    offset: ({ api }, pages, date) =>
      api.post('/biomass/offsets', { pages, date, project_id: world.projects.forest }),
    async addUpBelow() {
      const { context } = world.server.running.instance;
      await countTrees(context);
      await rollUp(context);
    },
    thisMonth,
    monthsAgo(months) {
      const month = thisMonth();
      month.setUTCMonth(month.getUTCMonth() - months);
      return month.toISOString().slice(0, 7);
    },
  };
}
