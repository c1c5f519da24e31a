/** The tables that each module writes. Other modules ask it for their rows. */
export const ownedTables: Readonly<Record<string, readonly string[]>> = {
  'features/accounts': [
    'accounts',
    'account_children',
    'account_ranking',
    'account_settings',
    'account_starts',
    'account_states',
    'account_unbilled',
    'public_pages',
  ],
  'features/audit': ['audit_entries'],
  'features/billing': [
    'billing_addresses',
    'credit_notes',
    'invoice_lines',
    'invoice_numbers',
    'invoice_payments',
    'invoices',
  ],
  'features/biomass': ['biomass_offsets'],
  'features/carbon': ['carbon_offsets', 'carbon_lots', 'carbon_allocations'],
  'features/certificates': ['biomass_certificates'],
  'features/closing': ['month_ends'],
  'features/deposits': ['deposits'],
  'features/events': ['events'],
  'features/feeds': [
    'feeds',
    'feed_days',
    'feed_devices',
    'feed_jobs',
    'feed_passed_over',
    'feed_places',
    'feed_readings',
  ],
  'features/idempotency': ['idempotent_requests'],
  'features/keys': ['api_keys'],
  'features/log': [
    'log_checkpoints',
    'log_entries',
    'log_keys',
    'log_state',
    'log_tiles',
    'log_witnesses',
    'witnessed_checkpoints',
    'witnessed_forks',
    'witnessed_logs',
  ],
  'features/mail': ['mails'],
  'features/methodologies': ['methodologies'],
  'features/orders': ['orders'],
  'features/projects': [
    'account_plantings',
    'carbon_projects',
    'favorite_projects',
    'forestry_projects',
    'planting_rollups',
    'project_pictures',
    'project_plantings',
  ],
  'features/quotes': ['quote_links', 'quotes'],
  database: ['sandbox_jobs'],
  'features/sandboxes': ['sandboxes', 'sandbox_clock'],
  'features/servers': ['servers'],
  'features/rollups': ['account_rollups'],
  'features/sessions': ['sessions'],
  'features/settlements': ['settlements'],
  'features/users': ['users', 'accepted_users', 'passkeys', 'sign_in_links', 'used_passkey_challenges'],
  'features/volume': ['account_volume'],
  'features/webhooks': ['listening_accounts', 'webhook_deliveries', 'webhook_endpoints'],
};

export interface Exception {
  readonly module: string;
  readonly tables: readonly string[];
  readonly reason: string;
}

export const writesAcross: readonly Exception[] = [
  {
    module: 'database',
    tables: ['invoice_numbers'],
    reason: 'an update of no row makes jobs commit together with what other nodes write',
  },
  {
    module: 'features/biomass',
    tables: ['account_unbilled', 'account_volume', 'biomass_certificates', 'project_plantings'],
    reason: 'an offset is written with its certificate and all that it adds to, in one statement',
  },
  {
    module: 'features/carbon',
    tables: ['account_unbilled', 'account_volume'],
    reason: 'a carbon offset is written with what it adds to, in one statement',
  },
  {
    module: 'features/biomass',
    tables: ['audit_entries', 'events'],
    reason: 'entry and event are part of the statement that makes the change, by the SQL of audit and events',
  },
  {
    module: 'features/deposits',
    tables: ['audit_entries', 'events'],
    reason: 'entry and event are part of the statement that makes the change, by the SQL of audit and events',
  },
  {
    module: 'features/billing',
    tables: ['biomass_offsets', 'carbon_offsets'],
    reason:
      'offsets are marked as billed by the statement that writes their invoice lines, so that none is billed twice',
  },
  {
    module: 'features/sandboxes',
    tables: ['carbon_projects', 'forestry_projects', 'methodologies', 'project_pictures'],
    reason: 'a new sandbox begins with copies of what all accounts share',
  },
];

export const readsAcross: readonly Exception[] = [
  {
    module: 'database',
    tables: ['sandbox_clock'],
    reason: 'jobs of a sandbox are due by its clock',
  },
  {
    module: 'features/accounts',
    tables: ['account_volume', 'users'],
    reason: 'an account is shown with its pages, trees and number of users',
  },
  {
    module: 'features/accounts',
    tables: ['biomass_offsets', 'carbon_offsets'],
    reason: 'what an account has unbilled is counted from its offsets',
  },
  {
    module: 'features/accounts',
    tables: ['deposits', 'favorite_projects', 'feeds'],
    reason: 'which of its first steps an account has taken is asked at once',
  },
  ...['features/audit', 'features/biomass', 'features/events', 'features/mail', 'features/webhooks'].map(
    (module) => ({
      module,
      tables: ['account_states'],
      reason: 'inserts of lists into a distributed store take their accounts from it (see fromShard)',
    }),
  ),
  {
    module: 'features/mail',
    tables: ['users'],
    reason: 'a mail greets its recipient by the name that the user has when it is sent',
  },
  {
    module: 'features/mail',
    tables: ['accounts'],
    reason: 'invitations are limited by the branch of the tree of accounts that they come from',
  },
  ...['features/certificates', 'features/orders', 'features/quotes'].map((module) => ({
    module,
    tables: ['account_states'],
    reason: 'a list of several accounts reads the first rows of each',
  })),
  {
    module: 'features/billing',
    tables: ['account_states'],
    reason: 'the accounts of a batch that have no invoice yet',
  },
  {
    module: 'features/carbon',
    tables: ['account_states'],
    reason: 'the SQL of accounts adds to what is unbilled',
  },
  {
    module: 'features/billing',
    tables: ['accounts'],
    reason: 'finds the accounts to bill, and shows invoices with the name of their account',
  },
  {
    module: 'features/billing',
    tables: ['biomass_offsets', 'carbon_offsets'],
    reason: 'finds the accounts that have something to bill',
  },
  {
    module: 'features/billing',
    tables: ['carbon_projects', 'forestry_projects'],
    reason: 'invoice lines show the names of projects',
  },
  {
    module: 'features/biomass',
    tables: ['account_settings', 'forestry_projects', 'methodologies'],
    reason: 'the terms of an offset are looked up at once; an account lists the projects it plants in',
  },
  {
    module: 'features/biomass',
    tables: ['carbon_offsets'],
    reason: 'the SQL of accounts counts what is unbilled before its first offset',
  },
  {
    module: 'features/carbon',
    tables: ['biomass_offsets'],
    reason: 'the SQL of accounts counts what is unbilled before its first offset',
  },
  {
    module: 'features/carbon',
    tables: ['carbon_projects'],
    reason: 'offsets and lots are shown with their project, and allocated project by project',
  },
  {
    module: 'features/certificates',
    tables: ['accounts', 'forestry_projects', 'methodologies', 'project_pictures'],
    reason: 'a public certificate is read at once with all that it shows',
  },
  {
    module: 'features/certificates',
    tables: ['biomass_offsets'],
    reason: 'certificates from before the log are entered with the time and methodology of their offsets',
  },
  {
    module: 'features/closing',
    tables: ['settlements'],
    reason: 'whether a month is past depends on the settlements of the account, too',
  },
  ...['features/biomass', 'features/deposits', 'features/events'].map((module) => ({
    module,
    tables: ['accounts', 'listening_accounts'],
    reason:
      'whether an endpoint of the account or one above it listens is asked with each event, by the SQL of events',
  })),
  {
    module: 'features/events',
    tables: ['audit_entries'],
    reason: 'where nobody listens, the entry of a deposit is its event',
  },
  {
    module: 'features/deposits',
    tables: ['account_states'],
    reason: 'an inactive account takes no deposits: its state is held while one is written',
  },
  {
    module: 'features/feeds',
    tables: ['accounts'],
    reason: 'a search finds what is accessible, and shows it with the name of its account',
  },
  {
    module: 'features/feeds',
    tables: ['api_keys', 'audit_entries', 'users'],
    reason: 'who set the source of a feed from before that was stored',
  },
  {
    module: 'features/impact',
    tables: ['forestry_projects'],
    reason: 'a public page shows where the trees of an account grow',
  },
  {
    module: 'features/keys',
    tables: ['accounts'],
    reason: 'a key is looked up together with its account on every request',
  },
  {
    module: 'features/orders',
    tables: ['accounts'],
    reason: 'a search finds what is accessible, and shows it with the name of its account',
  },
  {
    module: 'features/orders',
    tables: ['biomass_offsets', 'carbon_offsets'],
    reason: 'an order is shown with the offsets that were made from it',
  },
  {
    module: 'features/quotes',
    tables: ['accounts'],
    reason: 'a search finds what is accessible, and shows it with the name of its account',
  },
  {
    module: 'features/quotes',
    tables: ['biomass_offsets'],
    reason: 'a quote is shown with the offset that executed it',
  },
  {
    module: 'features/quotes',
    tables: ['forestry_projects', 'methodologies'],
    reason: 'a quote with a public link is read at once with all that its page shows, and its account',
  },
  {
    module: 'features/projects',
    tables: ['account_states', 'account_volume', 'biomass_offsets'],
    reason: 'the trees of an account per project are compared with its offsets',
  },
  {
    module: 'features/rollups',
    tables: ['account_states', 'account_volume', 'biomass_offsets', 'carbon_offsets', 'deposits', 'feeds'],
    reason: 'what accounts have is added up for those above, and compared with what was added',
  },
  {
    module: 'features/sandboxes',
    tables: ['mails', 'users'],
    reason: 'caught mails are shown as their recipients would see them',
  },
  {
    module: 'features/sessions',
    tables: ['accounts', 'users'],
    reason: 'a session is looked up together with its user and account',
  },
  {
    module: 'features/settlements',
    tables: ['accounts'],
    reason: 'accounts that could not be settled are shown by name',
  },
  {
    module: 'features/settlements',
    tables: ['deposits'],
    reason: 'settlements are opened for the accounts that have deposits',
  },
  {
    module: 'features/settlements',
    tables: ['month_ends'],
    reason: 'the first month that anything is known of',
  },
  {
    module: 'features/users',
    tables: ['accounts'],
    reason: 'people are found with the accounts that they belong to',
  },
  {
    module: 'features/volume',
    tables: ['account_states'],
    reason: 'inserts of lists into a distributed store take their accounts from it (see fromShard)',
  },
  {
    module: 'features/webhooks',
    tables: ['accounts'],
    reason: 'attempts count for the tree of the account that an endpoint belongs to',
  },
  {
    module: 'installation/demo',
    tables: ['accounts', 'forestry_projects', 'users'],
    reason: 'only an empty database gets a demo, and the operator finds its account',
  },
  {
    module: 'installation/ledger',
    tables: [
      'account_children',
      'account_plantings',
      'account_ranking',
      'account_rollups',
      'account_states',
      'account_unbilled',
      'account_volume',
      'accounts',
      'biomass_certificates',
      'biomass_offsets',
      'carbon_allocations',
      'carbon_lots',
      'carbon_offsets',
      'credit_notes',
      'deposits',
      'forestry_projects',
      'invoice_lines',
      'invoice_numbers',
      'invoice_payments',
      'invoices',
      'methodologies',
      'month_ends',
      'orders',
      'planting_rollups',
      'project_plantings',
      'settlements',
    ],
    reason: 'compares what the modules have written with each other',
  },
  {
    module: 'monitoring',
    tables: ['events', 'feeds', 'mails', 'settlements', 'webhook_deliveries', 'webhook_endpoints'],
    reason: 'the figures of an installation are read in one statement',
  },
];
