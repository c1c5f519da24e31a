import type { PrintServer } from '../print-server.js';
import { startPrintServer } from '../print-server.js';
import { emptyBook, type CustomerBook } from './books.js';
import { forEachConcurrent } from '../../../src/features/feeds/collecting/for-each-concurrent.js';
import type { Deployment } from './deployment.js';
import type { Traffic } from './traffic.js';

/** An account between the operator and customers; its key is replaced now and then. */
export interface Channel {
  readonly id: string;
  key: string;
  keyId: string;
}

export interface Customer {
  readonly id: string;
  readonly channel: Channel;
  readonly feed: string;
  /** What each device has printed, whether anybody was told or not. */
  readonly totals: Record<string, number>;
  /** Regrove reads this one itself, every evening. */
  readonly printServer: PrintServer | undefined;
  book: CustomerBook;
}

export const customersPerChannel = 100;
const devicesPerCustomer = 3;
export const concurrency = 8;

/** Creates the accounts and their feeds, as an integrator does. One customer of each channel has a feed that Regrove reads. */
export async function createCustomers(
  site: Deployment,
  traffic: Traffic,
  count: number,
): Promise<Customer[]> {
  const root = await site.json('accounts', 'create', '--name', 'Distributor', '--role', 'distributor');
  const key = (await site.json('keys', 'create', '--account', root.id)).key as string;
  const customers: Customer[] = [];
  for (let first = 0; first < count; first += customersPerChannel) {
    const { id } = await traffic.write(key, 'POST', '/accounts', { name: `Channel ${first}` });
    const channel: Channel = { id, ...(await newKey(site, id)) };
    const numbers = Array.from(
      { length: Math.min(customersPerChannel, count - first) },
      (_, index) => first + index,
    );
    await forEachConcurrent(concurrency, numbers, async (number) => {
      customers.push(await createCustomer(traffic, channel, number, number === first));
    });
  }
  return customers.sort((a, b) => (a.id < b.id ? -1 : 1));
}

export async function newKey(site: Deployment, account: string): Promise<{ key: string; keyId: string }> {
  const { key, id: keyId } = await site.json('keys', 'create', '--account', account);
  return { key, keyId };
}

/** The path of something of a customer, for the key of its channel. */
export const pathOf = ({ id }: Customer, path: string): string => `/accounts/${id}${path}`;

async function createCustomer(
  traffic: Traffic,
  channel: Channel,
  number: number,
  isRead: boolean,
): Promise<Customer> {
  const write = (path: string, body: object) => traffic.write(channel.key, 'POST', path, body);
  const { id } = await write('/accounts', { name: `Customer ${number}`, external_id: `C-${number}` });
  const devices = Array.from({ length: devicesPerCustomer }, (_, device) => `D-${number}-${device}`);
  const totals = Object.fromEntries(devices.map((device, index) => [device, 1_000 * (index + 1)]));
  const printServer = isRead ? await startPrintServer(totals) : undefined;
  const { url } = printServer ?? {};
  const server =
    url === undefined
      ? undefined
      : await write(`/accounts/${id}/servers`, {
          type: 'print_tracker',
          url,
          username: 'u',
          password: 'the key',
        });
  const feed = await write(
    `/accounts/${id}/feeds`,
    server ? { type: 'print_tracker', server_id: server.id, external_id: 'office' } : { type: 'fmaudit' },
  );
  return { id, channel, feed: feed.id, totals, printServer, book: emptyBook() };
}
