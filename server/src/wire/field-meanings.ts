import { defaultPaper } from '../features/paper/sheets.js';

/**
 * What fields mean, in the words of the reference and of the OpenAPI document. A name stands for the field wherever it is; `Shape.name` for the
 * field of that shape alone. Fields that only an older revision has are here like the others.
 */
const meanings: Readonly<Record<string, string>> = {
  id: 'Its id.',
  account_id: 'The account it belongs to.',
  created_at: 'When it was created.',
  date: 'The moment that it counts for.',
  pages: 'Standard pages.',
  trees: 'Trees, to 6 decimals.',
  deleted: 'It is gone.',

  // Accounts
  name: 'Its name.',
  'Account.name': 'Unique among the accounts of the same parent.',
  'ExpandedAccount.name': 'Unique among the accounts of the same parent.',
  'NewAccount.name': 'Unique among the accounts of the same parent.',
  'AccountChanges.name': 'Unique among the accounts of the same parent.',
  display_name: 'The name that people see on pages, mail and certificates.',
  'NewAccount.display_name': 'The name that people see. Default: the name.',
  'AccountChanges.display_name': 'The name that people see; `null` sets it back to the name.',
  external_id: 'Your own id for it.',
  'NewAccount.external_id': 'Your own id for it, unique among the accounts of the same parent.',
  'AccountChanges.external_id': 'Your own id for it, unique like the name; `null` clears it.',
  role: 'What the account may do.',
  parent_id: 'The account above it; `null` at the top.',
  status: 'Its state.',
  activated_at: 'Since when it is active, or was last.',
  deactivated_at: 'When it was last deactivated; `null` if never.',
  accounts_count: 'Accounts directly below.',
  users_count: 'People of the account.',
  mtd_pages: 'Pages reforested this month.',
  qtd_pages: 'Pages reforested this quarter.',
  ytd_pages: 'Pages reforested this year.',
  ltd_pages: 'Pages reforested ever.',
  mtd_trees: 'Trees reforested this month.',
  qtd_trees: 'Trees reforested this quarter.',
  ytd_trees: 'Trees reforested this year.',
  ltd_trees: 'Trees reforested ever.',

  // Settings
  'AccountSettings.locale': 'The language of its public pages for readers who ask for none.',
  'AccountSettingsChanges.locale': 'The language of its public pages for readers who ask for none.',
  badge_enabled: 'Whether anyone may see its trees to date on its badge.',
  badge_url: 'Address of its badge, an SVG; a 404 while the badge is off.',
  'AccountSettings.carbon_project_ids': 'The carbon projects of orders that name none.',
  'AccountSettingsChanges.carbon_project_ids':
    'The carbon projects of orders that name none: active ones, each at most once. An empty list: none.',

  // Offsets and certificates
  order_id: 'The order it comes from; `null` if from none.',
  quote_id: 'The quote it executed; `null` if none.',
  project_id: 'Where the trees are planted.',
  certificate_id: 'Its receipt.',
  'NewBiomassOffset.pages': 'Standard pages to reforest. One of `pages`, `trees` and `quote_id` is needed.',
  'NewBiomassOffset.trees': 'Trees to plant, at most 6 decimals; at least one page’s worth.',
  'NewBiomassOffset.quote_id': 'A quote to execute: its amount and its project.',
  'NewBiomassOffset.project_id':
    'An active forestry project. Default: one at random. Not together with `quote_id`.',
  'NewBiomassOffset.date': 'From 1970-01-01 to a day from now. Default: now.',
  project: 'The forestry project itself.',
  url: 'Address of its public page.',
  pdf_url: 'Address of its PDF.',
  'CarbonOffset.project_id': 'The carbon project.',
  project_name: 'Name of the carbon project.',
  project_type: 'Kind of carbon project.',
  registry_name: 'The registry that keeps its credits.',
  mtco2e: 'Tonnes of CO2 equivalent, to 6 decimals.',
  'CarbonOffset.status': '`fulfilled` once credits cover it in full.',
  vintage_start_date: 'Earliest vintage among its credits; `null` until fulfilled.',
  vintage_end_date: 'Latest vintage among its credits; `null` until fulfilled.',
  serial_numbers: 'The credits, as the registry numbers them; empty until fulfilled.',

  // Paper
  width: 'Metres.',
  length: 'Metres.',
  gsm: 'Paper weight in g/m².',
  density: 'Paper weight in g/m².',
  quantity: 'Sheets; `null` for an item given by its mass.',
  mass: 'Grams.',
  feed_id: 'The feed that made it; `null` if none did.',
  'Deposit.pages': 'Sheets of this paper; below zero for a correction.',
  'NewDeposit.pages': 'Sheets of this paper. A number below zero corrects an earlier deposit.',
  'NewDeposit.width': `Metres. Default: ${defaultPaper.width}.`,
  'NewDeposit.length': `Metres. Default: ${defaultPaper.length}.`,
  'NewDeposit.gsm': `Paper weight in g/m². Default: ${defaultPaper.gsm}.`,
  'NewDeposit.density': `Paper weight in g/m². Default: ${defaultPaper.gsm}.`,
  'NewDeposit.date':
    'Decides the month that it is settled with. From 1970-01-01 to a day from now. Default: now.',
  'NewItem.quantity': 'Sheets. Either this or `mass` is needed.',
  'NewItem.width': `Metres. Default: ${defaultPaper.width}.`,
  'NewItem.length': `Metres. Default: ${defaultPaper.length}.`,
  'NewItem.gsm': `Paper weight in g/m². Default: ${defaultPaper.gsm}.`,
  'NewItem.density': `Paper weight in g/m². Default: ${defaultPaper.gsm}.`,
  'NewItem.mass': 'Grams, instead of everything else.',

  'NewDepositBatch.deposits': 'Up to 1,000; all are taken, or none.',
  'DepositBatch.deposits': 'The new deposits, in the order in which they were sent.',

  // Quotes and orders
  items: 'What it was calculated from.',
  'NewQuote.items': 'The paper, line by line.',
  'NewQuote.project_id': 'The active forestry project to plant in.',
  'NewQuote.external_id': 'Your own id for it, unique among your quotes.',
  project_ids: 'The quote’s project, as a list.',
  standard_pages: 'Its mass in standard pages.',
  price: 'What it costs, to 2 decimals.',
  biomass_offset_id: 'The offset that executed it; `null` before.',
  biomass_offset_ids: 'The biomass offsets made from it; empty before.',
  'Order.status': 'A `draft` until it is placed.',
  'ExpandedOrder.status': 'A `draft` until it is placed.',
  biomass_project_ids: 'The forestry projects it plants in.',
  carbon_project_ids: 'The carbon projects it pays for; may be empty.',
  standard_sheets: 'Its mass in standard pages.',
  paper_mass_g: 'Grams of paper.',
  biomass_price: 'Price of the trees.',
  carbon_price: 'Price of the tonnes.',
  carbon_offset_ids: 'The carbon offsets made from it; empty before.',
  'NewOrder.items': 'The paper, line by line.',
  'NewOrder.external_id': 'Your own id for it, unique among your orders.',
  biomass_project_settings:
    'Forestry projects and their shares. Default: your favorites, or else one at random. An empty list: no trees.',
  carbon_project_settings:
    'Carbon projects and their shares. Default: those set for your account. An empty list: no carbon.',
  'ProjectSetting.project_id': 'An active project; each at most once.',
  percentage: 'Its share. For all projects, adding up to 100, or for none: then all get the same.',

  // Projects
  forest_latitude: 'Degrees north.',
  forest_longitude: 'Degrees east.',
  'ForestryProject.status': '`active` while it takes more trees, then `complete`.',
  content_logo: 'Address of an image.',
  content_masthead: 'Address of an image.',
  content_introduction: 'A few words about it.',
  content_body_html: 'About it, as HTML.',
  content_images: 'Addresses of images.',

  'CarbonProject.type': 'Kind of carbon project.',
  'CarbonProject.status': '`active` while it can be chosen, then `complete`.',
  price_per_tonne: 'Price of a tonne of CO2 equivalent.',

  // Invoices
  number: 'Its number, the same for ever.',
  account_name: 'The name of the account.',
  month: 'The month that it is for, `YYYY-MM`.',
  currency: 'What its amounts are in.',
  'Invoice.total': 'What is owed, to 2 decimals.',
  'ExpandedInvoice.total': 'What is owed, to 2 decimals.',
  total_exact: 'The exact sum of its lines, as a text so that no digit is lost.',
  line_count: 'How many lines it has.',
  lines: 'An offset each.',
  kind: 'Whether trees or tonnes were bought.',
  offset_id: 'The offset.',
  'InvoiceLine.project_id': 'The forestry or carbon project.',
  'InvoiceLine.project_name': 'Name of the project.',
  'InvoiceLine.date': 'The date of the offset.',
  'InvoiceLine.pages': 'Standard pages; `null` for carbon.',
  'InvoiceLine.trees': 'Trees, to 6 decimals; `null` for carbon.',
  'InvoiceLine.mtco2e': 'Tonnes of CO2 equivalent, to 6 decimals; `null` for trees.',
  'InvoiceLine.price': 'The exact price, as a text so that no digit is lost.',
  amount: 'The price to 2 decimals. The amounts of an invoice add up to its total.',

  // Volume
  'VolumePeriod.date': 'First moment of the month.',
  'VolumePeriod.pages': 'Pages reforested in the month.',
  'VolumePeriod.trees': 'Trees reforested in the month.',

  // Servers and feeds
  type: 'Kind of integration.',
  'NewServer.type': 'Kind of integration, such as `papercut`.',
  'NewFeed.type':
    '`papercut`, `print_tracker`, `snmp` and `ipp` are read by us. Any other name is an integration that sends its readings itself.',
  'Server.url': 'Where the server is.',
  'NewServer.url': 'Where the server is.',
  'ServerChanges.url':
    'Where the server is. Another scheme, host or port needs the password in the same request.',
  username: 'Whom we sign in as.',
  password: 'Kept encrypted, never shown.',
  contact: 'Whom to write to about this server.',
  server_id: 'The server it reads from.',
  'NewFeed.server_id':
    'A server of the account or of one above it, which only that one may name. The types that we read need one of the same type.',
  'FeedChanges.server_id': 'Another server to read from.',
  'Feed.external_id': 'What the integration knows it by.',
  'CreatedFeed.external_id': 'What the integration knows it by.',
  'NewFeed.external_id': 'What the integration knows it by. Needed by `papercut` and `print_tracker`.',
  'FeedChanges.external_id': 'What the integration knows it by; `null` clears it.',
  server_password:
    'The password of the server. Needed by `snmp` where `external_id` names hosts that were not named before, and the server has one.',
  collection_scope: 'Whether all devices count, or the managed ones alone.',
  'NewFeed.collection_scope':
    'Whether all devices count, or the managed ones alone, where the integration tells them apart. Default: `all`.',
  'NewFeed.activated_at': 'From when it counts. Default: the first of this month.',
  health_check: 'Whether its devices can be read, and readings keep coming.',
  health_check_checked_at: 'When that was last found out.',
  health_check_changed_at: 'Since when it has been so.',

  readings: 'One of each counter; all are taken, or none.',
  device: 'What tells the device from all others of the feed, for ever: best its serial number.',
  total: 'All that the device has ever counted, not what is new.',
  unit: 'What it counts. Where a device gives both, sheets count. Default: `sheets`.',
  managed: 'Whether the device is managed, where you tell devices apart.',
  read_at: 'When the counter stood there, from 1970-01-01 on. Default: now.',
  devices: 'Devices that were read.',
  'TakenReadings.pages':
    'What they printed since they were last read. The first reading of a device comes to nothing.',
  deposit:
    'The feed’s deposit of the day, with these pages in it; of the newest day where readings are of several; `null` where there were no pages.',

  // Users
  email: 'Unique within the account, without regard to case.',
  full_name: 'The person’s name.',
  locale: 'The language for everything the person sees.',
  'NewUser.locale': 'The language for everything the person sees. Default: `en`.',

  // Errors
  code: 'The HTTP status again.',
  error: 'What was wrong, for a person to read.',
};

export const meaningOf = (shape: string, name: string): string | undefined =>
  meanings[`${shape}.${name}`] ?? meanings[name];
