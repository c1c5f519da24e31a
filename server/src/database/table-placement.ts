/**
 * Where the rows of a table are stored if the database is distributed:
 * - `tenant`: by `account_id`, all rows of an account on one node
 * - `reference`: complete on every node; read by all accounts, rarely written
 * - `local`: only on the coordinator, and known to Citus, so that a transaction commits there and on other nodes, or nowhere
 * - `unmanaged`: only on the coordinator
 */
export type Placement = 'tenant' | 'reference' | 'local' | 'unmanaged';

/** Every table has an entry. Migrations of a distributed database place new tables accordingly. */
export const tablePlacements: Readonly<Record<string, Placement>> = {
  accepted_users: 'tenant',
  account_children: 'tenant',
  account_plantings: 'tenant',
  account_ranking: 'tenant',
  account_rollups: 'tenant',
  account_settings: 'tenant',
  account_starts: 'tenant',
  account_states: 'tenant',
  account_unbilled: 'tenant',
  account_volume: 'tenant',
  accounts: 'reference',
  api_keys: 'tenant',
  audit_entries: 'tenant',
  billing_addresses: 'tenant',
  biomass_certificates: 'tenant',
  biomass_offsets: 'tenant',
  carbon_allocations: 'tenant',
  carbon_lots: 'reference',
  carbon_offsets: 'tenant',
  carbon_projects: 'reference',
  carbon_retirements: 'reference',
  certificate_coverings: 'tenant',
  credit_notes: 'tenant',
  deposits: 'tenant',
  events: 'tenant',
  favorite_projects: 'tenant',
  feed_agents: 'tenant',
  feed_days: 'tenant',
  feed_devices: 'tenant',
  feed_jobs: 'tenant',
  feed_passed_over: 'tenant',
  feed_places: 'tenant',
  feed_readings: 'tenant',
  feeds: 'tenant',
  forestry_projects: 'reference',
  idempotent_requests: 'tenant',
  invoice_lines: 'tenant',
  invoice_numbers: 'local',
  invoice_payments: 'tenant',
  invoices: 'tenant',
  listening_accounts: 'reference',
  log_checkpoints: 'local',
  log_entries: 'local',
  log_keys: 'local',
  log_state: 'local',
  log_tiles: 'local',
  log_witnesses: 'local',
  mails: 'tenant',
  methodologies: 'reference',
  migrations: 'unmanaged',
  month_ends: 'local',
  orders: 'tenant',
  passkeys: 'tenant',
  planting_photos: 'reference',
  planting_records: 'reference',
  planting_rollups: 'tenant',
  plantings: 'reference',
  project_pictures: 'reference',
  project_plantings: 'tenant',
  public_pages: 'reference',
  quote_links: 'tenant',
  quotes: 'tenant',
  sandbox_clock: 'unmanaged',
  sandbox_jobs: 'unmanaged',
  sandboxes: 'reference',
  servers: 'tenant',
  sessions: 'tenant',
  settlements: 'tenant',
  sign_in_links: 'tenant',
  used_passkey_challenges: 'tenant',
  users: 'tenant',
  webhook_deliveries: 'tenant',
  webhook_endpoints: 'tenant',
  witnessed_checkpoints: 'local',
  witnessed_forks: 'local',
  witnessed_logs: 'local',
};

export const tablesPlaced = (placement: Placement): string[] =>
  Object.keys(tablePlacements).filter((name) => tablePlacements[name] === placement);

/** The shards of all other tenant tables are placed with those of this one. */
export const firstTenantTable = 'account_states';
