import { reportExamples } from './report-example.js';

/**
 * One example per schema, by title, in the form of the model. Also contains fields that only other revisions have: code that shows
 * an example leaves out fields that the schema does not have.
 */
const account = '01980c5e-2f00-7c1a-9f6e-3b1f0a6d7e01';
const child = '01980c5e-2f00-7c1a-9f6e-3b1f0a6d7e02';
const project = '01980c5e-2f00-7c1a-9f6e-3b1f0a6d7e03';
const carbonProject = '01980c5e-2f00-7c1a-9f6e-3b1f0a6d7e04';
const offset = '01980c5e-2f00-7c1a-9f6e-3b1f0a6d7e05';
const certificate = '01980c5e-2f00-7c1a-9f6e-3b1f0a6d7e06';
const carbonOffset = '01980c5e-2f00-7c1a-9f6e-3b1f0a6d7e07';
const server = '01980c5e-2f00-7c1a-9f6e-3b1f0a6d7e08';
const sandbox = '01980c5e-2f00-7c1a-9f6e-3b1f0a6d7e10';
const date = '2026-10-31T23:59:59Z';

const Account = {
  id: child,
  name: 'City Library',
  display_name: 'The City Library',
  external_id: 'HOS-1001',
  role: 'customer',
  created_at: '2026-01-05T09:30:00Z',
  parent_id: account,
  status: 'active',
  activated_at: '2026-01-05T09:30:00Z',
  deactivated_at: null,
};

const ForestryProject = {
  id: project,
  name: 'Usambara Slopes',
  status: 'active',
  forest_latitude: -4.75,
  forest_longitude: 38.48,
  content_logo: 'https://regrove.example/img/usambara-logo.png',
  content_masthead: 'https://regrove.example/img/usambara.jpg',
  content_introduction: 'Native trees on eroded slopes.',
  content_body_html: '<p>Native trees on eroded slopes.</p>',
  content_images: ['https://regrove.example/img/usambara-1.jpg'],
};

const SurvivalAudit = { audited_on: '2026-05-04', rate: 0.912, auditor: 'Forest Survey Ltd' };

const PlantingPhoto = {
  url: 'https://regrove.example/plantings/photos/01980c5e-2f00-7c1a-9f6e-3b1f0a6d7e12.jpg',
  thumbnail_url: 'https://regrove.example/plantings/photos/01980c5e-2f00-7c1a-9f6e-3b1f0a6d7e12-small.jpg',
  taken_on: '2026-05-04',
  caption: 'Two years after planting',
};

const Planting = {
  id: '01980c5e-2f00-7c1a-9f6e-3b1f0a6d7e13',
  project_id: project,
  reference: 'US-2024-07',
  planted_on: '2024-04-12',
  trees: 12000,
  surviving_trees: 10944,
  covered_trees: 8211.402113,
  partner: 'Usambara Growers',
  species: ['Olea africana', 'Albizia gummifera'],
  polygon: {
    type: 'Polygon',
    coordinates: [
      [
        [38.481, -4.751],
        [38.489, -4.751],
        [38.489, -4.758],
        [38.481, -4.751],
      ],
    ],
  },
  survival: [SurvivalAudit],
  source_url: 'https://growers.example/plots/us-2024-07',
  photos: [PlantingPhoto],
};

const Item = { quantity: 20000, width: 0.21, length: 0.297, gsm: 115, mass: 143451 };
const NewItem = { quantity: 20000, width: 0.21, length: 0.297, gsm: 115 };

const Quote = {
  id: '01980c5e-2f00-7c1a-9f6e-3b1f0a6d7e09',
  account_id: account,
  project_id: project,
  project_ids: [project],
  created_at: date,
  trees: 3.805063,
  standard_pages: 31708,
  mass: 143451,
  price: 9.51,
  external_id: 'Q-2001',
  biomass_offset_id: null,
  biomass_offset_ids: [],
};

const Order = {
  id: '01980c5e-2f00-7c1a-9f6e-3b1f0a6d7e0a',
  account_id: account,
  biomass_project_ids: [project],
  carbon_project_ids: [carbonProject],
  status: 'placed',
  created_at: date,
  standard_sheets: 31708,
  paper_mass_g: 143451,
  trees: 3.805063,
  mtco2e: 0.186486,
  biomass_price: 9.51,
  carbon_price: 4.1,
  price: 13.61,
  biomass_offset_ids: [offset],
  carbon_offset_ids: [carbonOffset],
  external_id: 'O-3001',
};

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

const Deposit = {
  id: '01980c5e-2f00-7c1a-9f6e-3b1f0a6d7e0c',
  account_id: account,
  feed_id: null,
  date,
  pages: 1250,
  width: 0.21,
  length: 0.297,
  gsm: 80,
};

const NewDeposit = { pages: 1250, width: 0.21, length: 0.297, gsm: 80 };

const Invoice = {
  id: '01980c5e-2f00-7c1a-9f6e-3b1f0a6d7e0e',
  number: 'INV-000042',
  account_id: account,
  account_name: 'City Library',
  month: '2026-10',
  currency: 'USD',
  total: 2.5,
  total_exact: '2.4999',
  line_count: 1,
  created_at: '2026-11-01T00:10:00Z',
};

const InvoiceLine = {
  kind: 'biomass',
  offset_id: offset,
  project_id: project,
  project_name: 'Usambara Slopes',
  date,
  pages: 8333,
  trees: 1,
  mtco2e: null,
  price: '2.4999',
  amount: 2.5,
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

const User = {
  id: '01980c5e-2f00-7c1a-9f6e-3b1f0a6d7e0d',
  account_id: account,
  full_name: 'Front desk',
  email: 'office@example.com',
  locale: 'en',
  created_at: date,
};

const connection = {
  url: 'https://print.example.com:9192',
  username: 'regrove',
  contact: 'it@example.com',
};

const PublicPage = { slug: 'city-library', enabled: true, include_descendants: false };

const WebhookEndpoint = {
  id: '01980c5e-2f00-7c1a-9f6e-3b1f0a6d7e12',
  account_id: account,
  url: 'https://mis.example.com/regrove',
  events: ['order.*', 'month.closed'],
  description: 'Print MIS',
  include_descendants: false,
  status: 'enabled',
  disabled_reason: null,
  revision: '1.6.6',
  created_at: date,
  public_key: 'whpk_A6EHv/POEL4dcN0Y50vAmWfk1jCbpQ1fHdyGZBJVMbg=',
};

const CreatedWebhookEndpoint = {
  ...WebhookEndpoint,
  secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw0LvDqJ1vG5k=',
};

const outcome = { status_code: 204, duration_ms: 41, error: null, response_excerpt: null };
const WebhookAttempt = { at: '2026-11-01T00:00:01Z', ...outcome };

const agentId = '0199d4c8-6f58-7c1a-9f6e-3b1f0a6d7e21';
const agentToken = 'ra_AZgMXi8AfBqfbjsfCm1-AcmVmMMhMcFuCGFaWjSwSJq9x5bC1cZLGQ';
const AgentTrouble = { address: '10.1.0.24', reason: 'The printer does not answer.' };

export const examples: Readonly<Record<string, unknown>> = {
  Account,
  AccountChanges: { display_name: 'The City Library' },
  AccountSettings: {
    locale: 'en',
    badge_enabled: true,
    badge_url: `https://regrove.example/accounts/${account}/badge.svg`,
    carbon_project_ids: [carbonProject],
    public_page: PublicPage,
  },
  AccountSettingsChanges: {
    locale: 'en',
    badge_enabled: true,
    carbon_project_ids: [carbonProject],
    public_page: PublicPage,
  },
  BiomassCertificate: {
    id: certificate,
    account_id: account,
    date,
    pages: 8333,
    trees: 1,
    project_id: project,
    project: ForestryProject,
    url: `https://regrove.example/certificates/${certificate}`,
    pdf_url: `https://regrove.example/certificates/${certificate}.pdf`,
  },
  BiomassOffset: {
    id: offset,
    account_id: account,
    order_id: null,
    quote_id: null,
    project_id: project,
    certificate_id: certificate,
    date,
    pages: 8333,
    trees: 1,
  },
  CarbonOffset: {
    id: carbonOffset,
    account_id: account,
    order_id: Order.id,
    project_id: carbonProject,
    project_name: 'Mangrove Coast',
    project_type: 'Blue carbon',
    registry_name: 'Verra',
    date,
    mtco2e: 0.186486,
    status: 'processing',
    vintage_start_date: null,
    vintage_end_date: null,
    serial_numbers: [],
  },
  CarbonProject: {
    id: carbonProject,
    name: 'Mangrove Coast',
    type: 'Blue carbon',
    registry_name: 'Verra',
    price_per_tonne: 22,
    status: 'active',
  },
  CarbonRetirement: {
    serial: '11874-322817101-322817101-VCS-VCU-1491-VER-ID-14-2250-01012021-31122021-0',
    tonnes: 0.186486,
    status: 'retired',
    retired_on: '2026-03-02',
    beneficiary: 'The City Library',
    registry_url: null,
  },
  CaughtMail: {
    id: '01980c5e-2f00-7c1a-9f6e-3b1f0a6d7e11',
    account_id: child,
    kind: 'invoice-issued',
    to: 'customer-1@sandbox.example',
    subject: 'Your invoice TEST-000001',
    text: 'Your invoice TEST-000001 is ready.',
    html: '<p>Your invoice TEST-000001 is ready.</p>',
    attachments: [{ name: 'invoice-TEST-000001.pdf', type: 'application/pdf' }],
    created_at: '2026-11-01T00:15:00Z',
  },
  CreatedAgent: {
    id: agentId,
    token: agentToken,
    expires_at: '2026-10-15T06:00:00Z',
    command: `regrove-agent enrol https://regrove.example ${agentToken}`,
  },
  CreatedFeed: { ...Feed, activated_at: '2026-10-01 00:00:00 +0000' },
  CreatedSandbox: {
    id: sandbox,
    account_id: account,
    key: 'rg_test_AZgMXi8AfBqfbjsfCm1-EAGYDF4vAHwan247HwptfgEB2tUEmMrBdXHk0vdSTKAhRtxpIhqWMfg',
    now: date,
    expires_at: '2026-11-30T23:59:59Z',
  },
  CreatedWebhookEndpoint,
  Deleted: { id: offset, deleted: true },
  Deposit,
  BadLine: { line: 7, message: 'sheets must not be 0' },
  DepositBatch: { deposits: [Deposit] },
  ImportedJobs: {
    created: 412,
    unchanged: 3,
    customers_created: 2,
    errors: [{ line: 7, message: 'sheets must not be 0' }],
  },
  JobFile: { csv: 'job,date,sheets,size,gsm\nJ-20931,2026-10-05,500,SRA3,135\n' },
  RefusedJobs: {
    code: 400,
    error: 'Nothing was imported:\nline 7: sheets must not be 0',
    created: 0,
    unchanged: 0,
    customers_created: 0,
    errors: [{ line: 7, message: 'sheets must not be 0' }],
  },
  ExpandedAccount: {
    ...Account,
    accounts_count: 0,
    users_count: 2,
    mtd_pages: 41000,
    qtd_pages: 120400,
    ytd_pages: 402110,
    ltd_pages: 511870,
    mtd_trees: 4.920197,
    qtd_trees: 14.448578,
    ytd_trees: 48.255131,
    ltd_trees: 61.426857,
  },
  ExpandedInvoice: { ...Invoice, lines: [InvoiceLine] },
  ExpandedOrder: { ...Order, items: [Item] },
  ExpandedQuote: { ...Quote, items: [Item] },
  ExpandedUser: { ...User, permission: 'full' },
  Feed,
  FeedChanges: { external_id: 'main-building' },
  ForestryProject,
  AccountEvent: {
    id: '0199d4c8-6f58-7c1a-9f6e-3b1f0a6d7e11',
    type: 'deposit.created',
    account_id: account,
    created_at: date,
    sequence: 4711,
    livemode: true,
    revision: '1.6.6',
    data: { object: Deposit },
  },
  Invoice,
  InvoiceLine,
  Item,
  NewAccount: { name: 'City Library', display_name: 'The City Library', external_id: 'HOS-1001' },
  NewBiomassOffset: { pages: 8333 },
  NewDeposit,
  NewDepositBatch: { deposits: [NewDeposit] },
  NewAgent: { name: 'Harbour office' },
  NewFeed: { type: 'papercut', server_id: server, external_id: '*' },
  NewItem,
  NewOrder: {
    biomass_project_settings: [{ project_id: project, percentage: 100 }],
    carbon_project_settings: [{ project_id: carbonProject }],
    external_id: 'O-3001',
    items: [NewItem],
  },
  NewReading,
  NewReadings: { readings: [NewReading] },
  NewQuote: { project_id: project, external_id: 'Q-2001', items: [NewItem] },
  NewSandbox: { name: 'Test of our integration' },
  NewServer: { type: 'papercut', ...connection, password: 'a secret token' },
  NewUser: { email: 'office@example.com', full_name: 'Front desk', locale: 'en', permission: 'full' },
  NewWebhookEndpoint: {
    url: WebhookEndpoint.url,
    events: WebhookEndpoint.events,
    description: WebhookEndpoint.description,
  },
  NewWebhookReplay: { start_date: '2026-10-01', end_date: '2026-10-31', events: ['order.*'] },
  Order,
  Planting,
  PlantingPhoto,
  ProjectSetting: { project_id: project, percentage: 100 },
  PublicPage,
  PublicPageChanges: PublicPage,
  Quote,
  SurvivalAudit,
  Sandbox: {
    id: sandbox,
    account_id: account,
    name: 'Test of our integration',
    created_at: date,
    expires_at: '2026-11-30T23:59:59Z',
    deletes_at: '2026-12-07T23:59:59Z',
  },
  SandboxAdvance: { to: '2026-12-01T12:00:00Z' },
  SandboxState: {
    id: sandbox,
    now: date,
    status: 'advancing',
    advancing_to: '2026-12-01T12:00:00Z',
    expires_at: '2026-11-30T23:59:59Z',
    deletes_at: '2026-12-07T23:59:59Z',
  },
  Server: {
    id: server,
    account_id: account,
    type: 'papercut',
    ...connection,
    created_at: date,
  },
  ServerChanges: connection,
  TakenAgentReport: { id: agentId, feed_id: Feed.id, feed_status: 'active' },
  TakenReadings: {
    devices: 1,
    pages: 640,
    deposit: { ...Deposit, feed_id: Feed.id, pages: 640, width: 0.2159, length: 0.2794, gsm: 75 },
  },
  User,
  UserChanges: { permission: 'restricted' },
  WebhookAttempt,
  WebhookDelivery: {
    id: '0199d4c8-6f58-7c1a-9f6e-3b1f0a6d7e13',
    event_id: '0199d4c8-6f58-7c1a-9f6e-3b1f0a6d7e11',
    account_id: account,
    type: 'order.placed',
    status: 'succeeded',
    created_at: '2026-11-01T00:00:00Z',
    attempts: [WebhookAttempt],
    next_attempt_at: null,
  },
  WebhookEndpoint,
  WebhookEndpointChanges: { status: 'disabled' },
  WebhookReplay: { events: 12 },
  WebhookTest: { succeeded: true, ...outcome },
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
  AgentReport: { version: '1.0.0', devices: 12, trouble: [AgentTrouble] },
  AgentTrouble,
  ...reportExamples,
  VolumePeriod: { account_id: account, date: '2026-10-01T00:00:00Z', pages: 41000, trees: 4.920197 },
};
