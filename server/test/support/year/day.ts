import { forEachConcurrent } from '../../../src/features/feeds/collecting/for-each-concurrent.js';
import type { Json } from '../api-client.js';
import type { Random } from '../faults/random.js';
import { addCarbon, addDeposit, addOffset, addReading, deleteDeposit, withdrawOffset } from './books.js';
import { concurrency, pathOf, type Customer } from './customers.js';
import type { Traffic } from './traffic.js';

/** Projects of the installation. */
export interface Projects {
  readonly forestry: readonly string[];
  readonly carbon: string;
}

/** What happens at a customer besides printing, and how often in a hundred days. */
const habits = { deposit: 5, deletion: 1, offset: 2, quote: 1, order: 1, withdrawal: 0.5 } as const;

interface Plan {
  readonly customer: Customer;
  readonly printed: readonly number[];
  readonly does: ReadonlySet<keyof typeof habits>;
  readonly pages: number;
  readonly project: string;
  readonly choice: number;
}

/** Decides the day of every customer. All random numbers are drawn here, so that the order of requests does not matter. */
export const planDay = (
  customers: readonly Customer[],
  { forestry }: Projects,
  random: Random,
): readonly Plan[] =>
  customers.map((customer) => ({
    customer,
    printed: Object.keys(customer.totals).map(() => random.upTo(120)),
    does: new Set(
      Object.entries(habits).flatMap(([name, often]) =>
        random.next() * 100 < often ? [name as keyof typeof habits] : [],
      ),
    ),
    pages: 1 + random.upTo(500),
    project: forestry[random.upTo(forestry.length)] ?? '',
    choice: random.next(),
  }));

/** Sends what the customers do in a day. `onDone` is told after each customer. */
export async function runDay(
  plans: readonly Plan[],
  { carbon }: Projects,
  traffic: Traffic,
  onDone: () => void = () => undefined,
): Promise<void> {
  await forEachConcurrent(concurrency, plans, async (plan) => {
    await new CustomerDay(plan, traffic, carbon).live();
    onDone();
  });
}

/** Readings of feeds that Regrove has read itself. */
export function noteCollected(customers: readonly Customer[]): void {
  for (const { printServer, totals, book } of customers)
    if (printServer) for (const [device, total] of Object.entries(totals)) addReading(book, device, total);
}

class CustomerDay {
  constructor(
    readonly plan: Plan,
    readonly traffic: Traffic,
    readonly carbonProject: string,
  ) {}

  async live(): Promise<void> {
    const { does } = this.plan;
    await this.#print();
    if (does.has('deposit')) await this.#deposit();
    if (does.has('offset')) await this.#offset();
    if (does.has('quote')) await this.#quote();
    if (does.has('order')) await this.#order();
    if (does.has('deletion')) await this.#deleteDeposit();
    if (does.has('withdrawal')) await this.#withdraw();
  }

  async #print(): Promise<void> {
    const { customer, printed } = this.plan;
    const { totals, printServer, book, feed } = customer;
    for (const [index, device] of Object.keys(totals).entries()) {
      totals[device] = (totals[device] ?? 0) + (printed[index] ?? 0);
      printServer?.totals.set(device, totals[device]);
    }
    if (printServer) return;
    const readings = Object.entries(totals).map(([device, total]) => ({ device, total }));
    if (await this.#write('POST', `/feeds/${feed}/readings`, { readings }))
      for (const { device, total } of readings) addReading(book, device, total);
  }

  async #deposit(): Promise<void> {
    const { pages, customer } = this.plan;
    const made = await this.#write('POST', '/deposits', { pages });
    if (made) addDeposit(customer.book, made.id, pages);
  }

  async #offset(): Promise<void> {
    const { pages, project, customer } = this.plan;
    const made = await this.#write('POST', '/biomass/offsets', { pages, project_id: project });
    if (made) addOffset(customer.book, made, true);
  }

  async #quote(): Promise<void> {
    const { pages, project, customer } = this.plan;
    const quote = await this.#write('POST', '/quotes', { project_id: project, items: [{ quantity: pages }] });
    if (!quote) return;
    const made = await this.#write('POST', '/biomass/offsets', { quote_id: quote.id });
    if (!made) return;
    customer.book.quotes++;
    addOffset(customer.book, made, false);
  }

  async #order(): Promise<void> {
    const { pages, project, customer } = this.plan;
    const order = await this.#write('POST', '/orders', {
      items: [{ quantity: pages }],
      biomass_project_settings: [{ project_id: project }],
      carbon_project_settings: [{ project_id: this.carbonProject }],
    });
    if (!order) return;
    const placed = await this.#write('PATCH', `/orders/${order.id}/place`);
    if (!placed) return;
    for (const id of placed.biomass_offset_ids)
      addOffset(customer.book, await this.#read(`/biomass/offsets/${id}`), false);
    for (const id of placed.carbon_offset_ids)
      addCarbon(customer.book, id, (await this.#read(`/carbon/offsets/${id}`)).mtco2e);
  }

  async #deleteDeposit(): Promise<void> {
    const { book } = this.plan.customer;
    const id = this.#oneOf([...book.deposits].filter(([, { isSettled }]) => !isSettled));
    if (id !== undefined && (await this.#delete(`/deposits/${id}`))) deleteDeposit(book, id);
  }

  async #withdraw(): Promise<void> {
    const { book } = this.plan.customer;
    const id = this.#oneOf([...book.offsets].filter(([, { isBare, isBilled }]) => isBare && !isBilled));
    if (id !== undefined && (await this.#delete(`/biomass/offsets/${id}`))) withdrawOffset(book, id);
  }

  #oneOf(entries: readonly (readonly [string, unknown])[]): string | undefined {
    return entries[Math.floor(this.plan.choice * entries.length)]?.[0];
  }

  #read(path: string): Promise<Json> {
    const { customer } = this.plan;
    return this.traffic.read(customer.channel.key, pathOf(customer, path));
  }

  #write(method: string, path: string, body?: object): Promise<Json> {
    const { customer } = this.plan;
    return this.traffic.write(customer.channel.key, method, pathOf(customer, path), body);
  }

  #delete(path: string): Promise<boolean> {
    const { customer } = this.plan;
    return this.traffic.delete(customer.channel.key, pathOf(customer, path));
  }
}
