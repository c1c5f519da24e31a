import { expect } from 'vitest';
import { fulfilCarbon, type Fulfilment } from '../../src/features/carbon/fulfil-offsets.js';
import { newId } from '../../src/platform/ids.js';
import { upsertCarbonProject } from '../../src/features/projects/carbon-project-store.js';
import { importLines, verra, verraLine } from './credits.js';
import type { TestAccount, World } from './world.js';

let lastBatch = 1000;
const tonnesPerGram = 1.3e-6;

/** A new carbon project with its own series of credits. */
export class CarbonOrders {
  static async open(world: World): Promise<CarbonOrders> {
    const orders = new CarbonOrders(world, newId(), ++lastBatch);
    await orders.saveProject('active');
    return orders;
  }

  private constructor(
    readonly world: World,
    readonly projectId: string,
    readonly batch: number,
  ) {}

  saveProject(status: 'active' | 'complete'): Promise<unknown> {
    return this.world.server.running.instance.context.db.transaction((tx) =>
      upsertCarbonProject(tx, {
        id: this.projectId,
        name: `Project ${this.batch}`,
        type: 'Energy efficiency',
        registryName: 'Verra',
        pricePerTonne: '10',
        status,
        createdAt: new Date(),
      }),
    );
  }

  /** Orders this many tonnes of the project; returns the id of the carbon offset. */
  async offset(tonnes: number, { api }: TestAccount = this.world.customer): Promise<string> {
    const { body: draft } = await api.post('/orders', {
      biomass_project_settings: [],
      carbon_project_settings: [{ project_id: this.projectId }],
      items: [{ mass: tonnes / tonnesPerGram }],
    });
    expect(draft.mtco2e).toBe(tonnes);
    return (await api.patch(`/orders/${draft.id}/place`)).body.carbon_offset_ids[0];
  }

  credits(first: number, last: number, year?: number): Promise<unknown> {
    return importLines(this.world.server, verraLine(this.projectId, first, last, year, this.batch));
  }

  serial(first: number, last: number, year?: number): string {
    return verra(first, last, year, this.batch);
  }

  fulfil(): Promise<Fulfilment> {
    return fulfilCarbon(this.world.server.running.instance.context);
  }
}
