import { defaultPaper } from '../features/paper/sheets.js';
import { sources } from '../sources/index.js';

/** As a sentence has them: `a`, `b` and `c`. */
const listed = (names: readonly string[]): string =>
  names
    .map((name) => `\`${name}\``)
    .join(', ')
    .replace(/, ([^,]+)$/, ' and $1');

const typesWithExternalId = [...sources].flatMap(([type, { needsExternalId }]) =>
  needsExternalId ? [type] : [],
);

/**
 * What fields mean, in the words of the reference and of the OpenAPI document. A name stands for the field wherever it is; `Shape.name` for the
 * field of that shape alone. Fields that only an older revision has are here like the others.
 */
const meanings: Readonly<Record<string, string>> = {
  id: 'Its id.',
  account_id: 'The account it belongs to.',
  created_at: 'When it was created.',
  date: 'The time that it counts for.',
  pages: 'Standard pages.',
  trees: 'Trees, to 6 decimals.',
  deleted: 'Always `true`.',

  // Accounts
  name: 'Its name.',
  'Account.name': 'Unique among the accounts of the same parent.',
  'ExpandedAccount.name': 'Unique among the accounts of the same parent.',
  'NewAccount.name': 'Unique among the accounts of the same parent.',
  'AccountChanges.name': 'Unique among the accounts of the same parent.',
  display_name: 'The name shown on pages, mails and certificates.',
  'NewAccount.display_name': 'The name shown to people. Default: the name.',
  'AccountChanges.display_name': 'The name shown to people; `null` resets it to the name.',
  external_id: 'Your own id for it.',
  'NewAccount.external_id': 'Your own id for it, unique among the accounts of the same parent.',
  'AccountChanges.external_id': 'Your own id for it, unique like the name; `null` clears it.',
  role: 'What the account may do.',
  parent_id: 'The parent account; `null` for a root account.',
  status: 'Its state.',
  activated_at: 'When it was last activated.',
  deactivated_at: 'When it was last deactivated; `null` if never.',
  accounts_count: 'Accounts directly below.',
  users_count: 'Users of the account.',
  mtd_pages: 'Pages reforested this month.',
  qtd_pages: 'Pages reforested this quarter.',
  ytd_pages: 'Pages reforested this year.',
  ltd_pages: 'Pages reforested in total.',
  mtd_trees: 'Trees reforested this month.',
  qtd_trees: 'Trees reforested this quarter.',
  ytd_trees: 'Trees reforested this year.',
  ltd_trees: 'Trees reforested in total.',

  // Settings
  'AccountSettings.locale': 'The default language of its public pages.',
  'AccountSettingsChanges.locale': 'The default language of its public pages.',
  badge_enabled: 'Whether its badge with its total trees is public.',
  badge_url: 'Address of its badge, an SVG; a 404 while the badge is off.',
  'AccountSettings.carbon_project_ids': 'The default carbon projects of orders.',
  'AccountSettingsChanges.carbon_project_ids':
    'The default carbon projects of orders: active ones, each at most once. An empty list means none.',

  // Offsets and certificates
  order_id: 'The order it comes from, or `null`.',
  quote_id: 'The quote it executed, or `null`.',
  project_id: 'Where the trees are planted.',
  certificate_id: 'Its receipt.',
  'NewBiomassOffset.pages':
    'Standard pages to reforest. Exactly one of `pages`, `trees` and `quote_id` is required.',
  'NewBiomassOffset.trees': 'Trees to plant, at most 6 decimals; at least the equivalent of one page.',
  'NewBiomassOffset.quote_id': 'A quote to execute, with its amount and project.',
  'NewBiomassOffset.project_id':
    'An active forestry project. Default: a random one. Not allowed with `quote_id`.',
  'NewBiomassOffset.date': 'From 1970-01-01 to one day from now. Default: now.',
  project: 'The forestry project.',
  url: 'Address of its public page.',
  pdf_url: 'Address of its PDF.',
  'CarbonOffset.project_id': 'The carbon project.',
  project_name: 'Name of the carbon project.',
  project_type: 'Kind of carbon project.',
  registry_name: 'The registry of its credits.',
  mtco2e: 'Tonnes of CO2 equivalent, to 6 decimals.',
  'CarbonOffset.status': '`fulfilled` once credits cover it in full.',
  vintage_start_date: 'Earliest vintage among its credits; `null` until fulfilled.',
  vintage_end_date: 'Latest vintage among its credits; `null` until fulfilled.',
  serial_numbers: 'Serial numbers of its credits in the registry; empty until fulfilled.',

  // Paper
  width: 'Metres.',
  length: 'Metres.',
  gsm: 'Paper weight in g/m².',
  density: 'Paper weight in g/m².',
  quantity: 'Sheets; `null` for an item with only a mass.',
  mass: 'Grams.',
  feed_id: 'The feed that created it, or `null`.',
  'Deposit.pages': 'Sheets of this paper; negative for a correction.',
  'NewDeposit.pages': 'Sheets of this paper. A negative number corrects an earlier deposit.',
  'NewDeposit.width': `Metres. Default: ${defaultPaper.width}.`,
  'NewDeposit.length': `Metres. Default: ${defaultPaper.length}.`,
  'NewDeposit.gsm': `Paper weight in g/m². Default: ${defaultPaper.gsm}.`,
  'NewDeposit.density': `Paper weight in g/m². Default: ${defaultPaper.gsm}.`,
  'NewDeposit.date':
    'Determines the month in which it is settled. From 1970-01-01 to one day from now. Default: now.',
  'NewItem.quantity': 'Sheets. Either this or `mass` is required.',
  'NewItem.width': `Metres. Default: ${defaultPaper.width}.`,
  'NewItem.length': `Metres. Default: ${defaultPaper.length}.`,
  'NewItem.gsm': `Paper weight in g/m². Default: ${defaultPaper.gsm}.`,
  'NewItem.density': `Paper weight in g/m². Default: ${defaultPaper.gsm}.`,
  'NewItem.mass': 'Mass in grams, instead of the other fields.',

  'NewDepositBatch.deposits': 'Up to 1,000; all are created, or none.',
  'DepositBatch.deposits': 'The new deposits, in the order they were sent.',

  // Quotes and orders
  items: 'What it was calculated from.',
  'NewQuote.items': 'The paper, line by line.',
  'NewQuote.project_id': 'An active forestry project.',
  'NewQuote.external_id': 'Your own id for it, unique among your quotes.',
  project_ids: 'The quote’s project, as a list.',
  standard_pages: 'Its mass in standard pages.',
  price: 'What it costs, to 2 decimals.',
  biomass_offset_id: 'The offset that executed it, or `null`.',
  biomass_offset_ids: 'Its biomass offsets; empty until there are any.',
  'Order.status': 'A `draft` until it is placed.',
  'ExpandedOrder.status': 'A `draft` until it is placed.',
  biomass_project_ids: 'Its forestry projects.',
  carbon_project_ids: 'Its carbon projects; may be empty.',
  standard_sheets: 'Its mass in standard pages.',
  paper_mass_g: 'Grams of paper.',
  biomass_price: 'Price of the trees.',
  carbon_price: 'Price of the tonnes.',
  carbon_offset_ids: 'Its carbon offsets; empty until it is placed.',
  'NewOrder.items': 'The paper, line by line.',
  'NewOrder.external_id': 'Your own id for it, unique among your orders.',
  biomass_project_settings:
    'Forestry projects and their shares. Default: your favorites, or a random project. An empty list means no trees.',
  carbon_project_settings:
    'Carbon projects and their shares. Default: those in your account’s settings. An empty list means no carbon.',
  'ProjectSetting.project_id': 'An active project; each at most once.',
  percentage:
    'Its share in percent. Set it for all projects, adding up to 100, or for none, for equal shares.',

  // Projects
  forest_latitude: 'Degrees north.',
  forest_longitude: 'Degrees east.',
  'ForestryProject.status': '`active` while more trees can be planted, then `complete`.',
  content_logo: 'Address of an image.',
  content_masthead: 'Address of an image.',
  content_introduction: 'A short introduction.',
  content_body_html: 'About it, as HTML.',
  content_images: 'Addresses of images.',

  'CarbonProject.type': 'Kind of carbon project.',
  'CarbonProject.status': '`active` while it can be chosen, then `complete`.',
  price_per_tonne: 'Price of a tonne of CO2 equivalent.',

  // Invoices
  number: 'Its number, which never changes.',
  account_name: 'The name of the account.',
  month: 'The month that it is for, `YYYY-MM`.',
  currency: 'The currency of its amounts.',
  'Invoice.total': 'The total, to 2 decimals.',
  'ExpandedInvoice.total': 'The total, to 2 decimals.',
  total_exact: 'The exact sum of its lines, as a string so that no digit is lost.',
  line_count: 'How many lines it has.',
  lines: 'One for each offset.',
  kind: 'Whether it is for trees or tonnes.',
  offset_id: 'The offset.',
  'InvoiceLine.project_id': 'The forestry or carbon project.',
  'InvoiceLine.project_name': 'Name of the project.',
  'InvoiceLine.date': 'The date of the offset.',
  'InvoiceLine.pages': 'Standard pages; `null` for carbon.',
  'InvoiceLine.trees': 'Trees, to 6 decimals; `null` for carbon.',
  'InvoiceLine.mtco2e': 'Tonnes of CO2 equivalent, to 6 decimals; `null` for trees.',
  'InvoiceLine.price': 'The exact price, as a string so that no digit is lost.',
  amount: 'The price to 2 decimals. The amounts of an invoice add up to its total.',

  // Volume
  'VolumePeriod.date': 'Start of the month.',
  'VolumePeriod.pages': 'Pages reforested in the month.',
  'VolumePeriod.trees': 'Trees reforested in the month.',

  // Servers and feeds
  type: 'Kind of integration.',
  'NewServer.type': 'Kind of integration, such as `papercut`.',
  'NewFeed.type': `Regrove reads ${listed([...sources.keys()])}. Any other name is an integration that sends its own readings.`,
  'Server.url': 'Address of the server.',
  'NewServer.url': 'Address of the server.',
  'ServerChanges.url':
    'Address of the server. To change the scheme, host or port, send the password in the same request.',
  username: 'The username for the login.',
  password: 'Kept encrypted, never shown.',
  contact: 'Email address of the contact for this server.',
  server_id: 'The server it reads from.',
  'NewFeed.server_id':
    'A server of the account, or of a parent account if you act for that one. Types that Regrove reads need a server of the same type.',
  'FeedChanges.server_id': 'The new server to read from.',
  'Feed.external_id': 'Its id in the integration.',
  'CreatedFeed.external_id': 'Its id in the integration.',
  'NewFeed.external_id': `Its id in the integration. Required for ${listed(typesWithExternalId)}.`,
  'FeedChanges.external_id': 'Its id in the integration; `null` clears it.',
  server_password:
    'The password of the server. Required for `snmp` if `external_id` lists new hosts and the server has a password.',
  collection_scope: 'Whether all devices count, or only managed ones.',
  'NewFeed.collection_scope':
    'Whether all devices count, or only managed ones, if the integration distinguishes them. Default: `all`.',
  'NewFeed.activated_at': 'When counting starts. Default: the first of this month.',
  health_check: 'Whether its devices can be read, and readings arrive regularly.',
  health_check_checked_at: 'When this was last checked.',
  health_check_changed_at: 'Since when this has been the case.',

  readings: 'One for each counter; all are accepted, or none.',
  device: 'A permanent id of the device, unique in the feed: ideally its serial number.',
  total: 'The device’s total count, not the difference.',
  unit: 'What the counter counts. If a device reports both, sheets are used. Default: `sheets`.',
  managed: 'Whether the device is managed, if you distinguish devices.',
  read_at: 'When the counter was read, from 1970-01-01 on. Default: now.',
  devices: 'Devices that were read.',
  'TakenReadings.pages':
    'Pages printed since the last reading. The first reading of a device counts nothing.',
  deposit:
    'The feed’s deposit of the day, including these pages (of the newest day, if there are several); `null` if there were no pages.',

  // Users
  email: 'Unique within the account, ignoring case.',
  full_name: 'The person’s name.',
  locale: 'The language of mails and pages for this user.',
  'NewUser.locale': 'The language of mails and pages for this user. Default: `en`.',

  // Errors
  code: 'The HTTP status.',
  error: 'What was wrong, in plain English.',
};

export const meaningOf = (shape: string, name: string): string | undefined =>
  meanings[`${shape}.${name}`] ?? meanings[name];
