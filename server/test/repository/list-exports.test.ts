import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { KindGuard, type TSchema } from '@sinclair/typebox';
import { describe, expect, it } from 'vitest';
import { accountRoutes } from '../../src/http/dashboard/account-routes/index.js';
import type { DashboardRoute } from '../../src/http/dashboard/dashboard-route.js';
import { exportOperation } from '../../src/http/dashboard/exports/list-export.js';
import { operatorRoutes } from '../../src/http/dashboard/operator-routes/index.js';
import { routes as apiRoutes } from '../../src/http/routes/index.js';
import { repository } from '../support/regrove-process.js';

// Every list that the dashboard shows can be exported. A list that is not exported has its reason here.

const tables = [
  {
    name: 'an account',
    routes: accountRoutes,
    notExported: {
      search: 'the search in the head shows the first hits of each kind',
      listCarbonProjects: 'the choices of a form',
      listFeedTypes: 'the choices of a form',
      getOverview: 'the bars of a chart: the offsets and deposits that they consist of can be exported',
      listPlantedProjects: 'the pins of a map',
      listQuoteLinks: 'the link of one quote, next to it',
      getInvoice: 'a document, which is downloaded as PDF, CSV or JSON',
      sumSales: 'the last rows of the exported sales',
      listSandboxes: 'at most 20 accounts for tests',
      listSandboxMails: 'mails of a test, shown as they would look',
      getSandboxMail: 'one of these mails',
    },
  },
  {
    name: 'the operator',
    routes: operatorRoutes,
    notExported: {
      searchAllAccounts: 'the search in the head shows the first hits of each kind',
      sumAllSales: 'the last rows of the exported sales',
      listPendingRetirements: 'the worklist next to it is a file that can be filled in and recorded',
      listAllSandboxes: 'accounts for tests; `sandboxes list --json` has them for programs',
    },
  },
];

/** Most lists of the API have a list of the dashboard with more columns, which is the one that it shows and exports. */
const shownAs: Readonly<Record<string, string>> = {
  listAccounts: 'listChildAccounts',
  listBiomassOffsets: 'listOffsetsWithOrigin',
  listBiomassCertificates: 'listSortedCertificates',
  listFeeds: 'listFeedDetails',
  listOrders: 'listSortedOrders',
  listQuotes: 'listSortedQuotes',
  listUsers: 'listMembers',
};

const withoutExport: Readonly<Record<string, string>> = {
  listCarbonProjects: 'the choices of a form',
  listFavoriteProjects: 'a choice among the projects, next to their list',
  listPlantings: 'the operator imports them from a file; accounts see them on the page of the project',
  listVolume: 'the dashboard has its overview',
  listSandboxes: 'accounts for tests',
  listSandboxMails: 'mails of a test',
  listEvents: 'what happened in words; the lists of what it happened to can be exported',
  listAgents: 'at most 100 programs of a feed',
  listWebhookEndpoints: 'at most 20 addresses of programs',
  listWebhookDeliveries: 'for the developer of a program, who reads them with the API',
};

const isListOfObjects = (schema: TSchema): boolean =>
  KindGuard.IsArray(schema) && KindGuard.IsObject(schema.items);

/** Whether a response is a list, or has one. */
const hasList = (schema: TSchema): boolean =>
  isListOfObjects(schema) ||
  (KindGuard.IsObject(schema) && Object.values(schema.properties).some(isListOfObjects));

const listsOf = (routes: readonly DashboardRoute[]): string[] =>
  routes.flatMap((route) => {
    if ('item' in route) return [route.operation];
    return 'reply' in route && route.method === 'GET' && hasList(route.reply) ? [route.operation] : [];
  });

const isExportedBy = (routes: readonly DashboardRoute[]) => {
  const operations = new Set(routes.map(({ operation }) => operation));
  return (operation: string): boolean => operations.has(exportOperation({ operation }));
};

describe.each(tables)('The lists of $name', ({ routes, notExported }) => {
  const lists = listsOf(routes);
  const isExported = isExportedBy(routes);

  it('can be exported', () => {
    expect(lists.filter((one) => !isExported(one) && !(one in notExported))).toEqual([]);
  });

  it('that cannot be exported are there', () => {
    expect(Object.keys(notExported).filter((one) => isExported(one) || !lists.includes(one))).toEqual([]);
  });
});

it('The lists of the API can be exported in the dashboard, if it shows them', () => {
  const isExported = isExportedBy(accountRoutes);
  const lists = apiRoutes.flatMap((route) => ('item' in route ? [route.operation] : []));
  expect(lists.filter((one) => !isExported(shownAs[one] ?? one) && !(one in withoutExport))).toEqual([]);
});

it('The dashboard links to every export', () => {
  const folder = join(repository, 'web/src/screens');
  const screens = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.tsx'))
    .map((file) => readFileSync(join(folder, file), 'utf8'))
    .join('\n');
  const paths = tables.flatMap(({ routes }) =>
    routes.flatMap(({ path }) => (path.startsWith('/exports/') ? [path.slice(1)] : [])),
  );
  const isLinked = (path: string): boolean =>
    new RegExp(`${path.replace(':id', String.raw`\$\{\w+\}`)}['"?\`]`).test(screens);
  expect(paths.filter((path) => !isLinked(path))).toEqual([]);
});
