import { Deposit } from './deposits.js';
import { account, server, date } from './ids.js';

const Feed = {
  id: '01980c5e-2f00-7c1a-9f6e-3b1f0a6d7e0b',
  account_id: account,
  type: 'papercut',
  server_id: server,
  external_id: '*',
  collection_scope: 'all',
  created_at: date,
  status: 'active',
  activated_at: '2026-10-01T00:00:00Z',
  deactivated_at: null,
  health_check: 'healthy',
  health_check_checked_at: date,
  health_check_changed_at: date,
};

const NewReading = {
  device: 'VNB3R12345',
  total: 184250,
  unit: 'sheets',
  name: 'Reception',
  model: 'HP LaserJet Pro M404dn',
  managed: true,
  read_at: '2026-10-12T06:00:00Z',
};

const connection = {
  url: 'https://print.example.com:9192',
  username: 'regrove',
  contact: 'it@example.com',
};

const agentId = '0199d4c8-6f58-7c1a-9f6e-3b1f0a6d7e21';

const agentToken = 'ra_AZgMXi8AfBqfbjsfCm1-AcmVmMMhMcFuCGFaWjSwSJq9x5bC1cZLGQ';

const AgentTrouble = { address: '10.1.0.24', reason: 'The printer does not answer.' };

export const feedExamples = {
  Feed,
  CreatedFeed: { ...Feed, activated_at: '2026-10-01 00:00:00 +0000' },
  FeedChanges: { external_id: 'main-building' },
  NewFeed: { type: 'papercut', server_id: server, external_id: '*' },
  Server: {
    id: server,
    account_id: account,
    type: 'papercut',
    ...connection,
    created_at: date,
  },
  NewServer: { type: 'papercut', ...connection, password: 'a secret token' },
  ServerChanges: connection,
  NewReading,
  NewReadings: { readings: [NewReading] },
  TakenReadings: {
    devices: 1,
    pages: 640,
    deposit: { ...Deposit, feed_id: Feed.id, pages: 640, width: 0.2159, length: 0.2794, gsm: 75 },
  },
  Agent: {
    id: agentId,
    feed_id: Feed.id,
    name: 'Harbour office',
    status: 'enrolled',
    version: '1.0.0',
    devices: 12,
    trouble: [AgentTrouble],
    last_seen_at: '2026-10-15T02:11:40Z',
    created_at: '2026-10-14T06:00:00Z',
    enrolled_at: '2026-10-14T06:05:12Z',
    expires_at: null,
  },
  NewAgent: { name: 'Harbour office' },
  CreatedAgent: {
    id: agentId,
    token: agentToken,
    expires_at: '2026-10-15T06:00:00Z',
    command: `regrove-agent enrol https://regrove.example ${agentToken}`,
  },
  AgentReport: { version: '1.0.0', devices: 12, trouble: [AgentTrouble] },
  TakenAgentReport: { id: agentId, feed_id: Feed.id, feed_status: 'active' },
  AgentTrouble,
};
