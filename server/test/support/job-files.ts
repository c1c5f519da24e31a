import type { Answer, ApiClient, Json } from './api-client.js';

/** Sends a file of jobs as CSV, or as JSON Lines if it begins with a brace. */
export const importFile = (
  api: ApiClient,
  file: string | Buffer,
  { query = '', path = '', key, type }: { query?: string; path?: string; key?: string; type?: string } = {},
): Promise<Answer> =>
  api.call('POST', `${path}/deposits/import${query}`, {
    raw: file,
    headers: {
      'content-type': type ?? (/^\ufeff?\{/.test(String(file)) ? 'application/x-ndjson' : 'text/csv'),
      ...(key !== undefined && { 'idempotency-key': key }),
    },
  });

export const csvOf = (...lines: readonly string[]): string => `${lines.join('\r\n')}\r\n`;

export const linesOf = (...jobs: readonly object[]): string =>
  jobs.map((job) => `${JSON.stringify(job)}\n`).join('');

export const depositsOf = async (api: ApiClient, path = ''): Promise<Json[]> =>
  (await api.get(`${path}/deposits`)).body;

/** What the import of a file answers. */
export const importAnswer = (created: number, unchanged = 0, customers = 0, errors: Json[] = []) => ({
  created,
  unchanged,
  customers_created: customers,
  errors,
});

/** Creates a customer below the account, and returns its id. */
export const customerOf = async ({ api }: { readonly api: ApiClient }, externalId: string): Promise<string> =>
  (await api.post('/accounts', { name: `${externalId} Ltd`, external_id: externalId })).body.id;
