import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { routes } from '../../src/http/routes/index.js';
import { okBody } from '../support/audit-trail.js';
import { isDistributed } from '../support/database.js';
import { changingRoutes, operationsOf } from '../support/operations.js';
import {
  watchRemoteCommands,
  type RemoteCommands,
  type RemoteCommandRecorder,
} from '../support/remote-commands.js';
import { createResources, pathTo, requiredQuery, type Resources } from '../support/resources.js';
import { isOfSandboxes } from '../support/sandboxes.js';
import { startWorld, type World } from '../support/world.js';

/**
 * Commands that operations of one account send to its node, without a two-phase commit. The first of each looks up the key.
 */
const ofOneAccount: Readonly<Record<string, number>> = {
  activateFeed: 6,
  addFavoriteProject: 4,
  createAgent: 7,
  createBiomassOffset: 11,
  createDeposit: 4,
  createDepositBatch: 4,
  importDeposits: 7,
  createFeed: 4,
  createOrder: 6,
  createQuote: 5,
  createServer: 3,
  deactivateFeed: 6,
  deleteBiomassOffset: 10,
  deleteDeposit: 6,
  deleteFeed: 6,
  deleteOrder: 7,
  deleteQuote: 7,
  deleteUser: 7,
  getBiomassCertificate: 2,
  getBiomassOffset: 2,
  getCarbonOffset: 2,
  getCarbonProject: 1,
  getDeposit: 2,
  getEvent: 2,
  getFeed: 2,
  getForestryProject: 1,
  getInvoice: 3,
  getOrder: 2,
  getOwnAccount: 2,
  getQuote: 2,
  getServer: 2,
  getSettings: 2,
  getUser: 2,
  getWebhookEndpoint: 2,
  listAccounts: 1,
  listAgents: 3,
  listBiomassCertificates: 2,
  listBiomassOffsets: 2,
  listCarbonOffsetRetirements: 3,
  listCarbonOffsets: 2,
  listCarbonProjects: 1,
  listDeposits: 2,
  listEvents: 2,
  listFavoriteProjects: 2,
  listFeeds: 2,
  listForestryProjects: 1,
  listInvoices: 2,
  listPlantings: 1,
  listOrders: 2,
  listQuotes: 2,
  listServers: 2,
  listUsers: 2,
  listVolume: 2,
  listWebhookDeliveries: 3,
  listWebhookEndpoints: 2,
  placeOrder: 20,
  removeFavoriteProject: 5,
  retryWebhookDelivery: 4,
  revokeAgent: 4,
  testWebhookEndpoint: 3,
  updateFeed: 8,
  updateServer: 5,
  updateUser: 5,
};

/** Those that add a job or count a new month: the coordinator commits together with the node. */
const withTwoPhases: Readonly<Record<string, number>> = {
  createUser: 10,
  pushReadings: 18,
  replayWebhookEvents: 6,
};

/**
 * Those on several nodes: accounts, and which of them listen to events, are on all of them, a server may be used by accounts below its
 * own, and a report may be about them.
 */
const onSeveralNodes = new Set([
  'activateAccount',
  'createAccount',
  'createWebhookEndpoint',
  'deactivateAccount',
  'deleteServer',
  'deleteWebhookEndpoint',
  'getAccount',
  'getAnnualReport',
  'rotateWebhookSecret',
  'updateAccount',
  'updateSettings',
  'updateWebhookEndpoint',
]);

describe.skipIf(!isDistributed)('On a distributed database', () => {
  let world: World;
  let resources: Resources;
  let watching: RemoteCommandRecorder;
  const { prepared } = operationsOf(() => world);
  beforeAll(async () => {
    world = await startWorld();
    resources = await createResources(world, world.distributor);
    watching = await watchRemoteCommands(world.server);
    await world.distributor.api.get('/account');
  });
  afterAll(async () => {
    watching.stop();
    await world.stop();
  });

  const check = (operation: string, { commands, nodes, isTwoPhase }: RemoteCommands): void => {
    if (onSeveralNodes.has(operation)) return;
    expect({ operation, commands, nodes, isTwoPhase }).toEqual({
      operation,
      commands: ofOneAccount[operation] ?? withTwoPhases[operation],
      nodes: 1,
      isTwoPhase: operation in withTwoPhases,
    });
  };

  // Sandboxes are on the coordinator alone.
  const isOnNodes = (route: { readonly path: string }): boolean => !isOfSandboxes(route);

  it.each(routes.filter((route) => route.method === 'GET' && isOnNodes(route)))(
    '$operation asks one node',
    async ({ path, operation }) => {
      const call = async () =>
        okBody(await world.distributor.api.get(pathTo(path, resources) + requiredQuery(path)));
      check(operation, await watching.during(call));
    },
  );

  it.each(changingRoutes.filter(isOnNodes))('$operation is done by one node', async (route) => {
    const { call } = await prepared(route);
    check(route.operation, await watching.during(async () => okBody(await call())));
  });
});
