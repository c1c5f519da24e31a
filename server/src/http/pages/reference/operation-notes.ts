/** Rules that no field tells by itself, by the id of the operation. `Code` in backticks. */
export const operationNotes: Readonly<Record<string, string>> = {
  getOwnAccount:
    'With counters of what was reforested, from the account’s own biomass offsets by their date (UTC).',
  listAccounts: 'Children only, without counters. Sorted without regard to case.',
  createAccount:
    'Below a distributor it becomes a channel, below a channel a customer. Customers have nobody below them: 403.',
  updateAccount: 'What you leave out stays as it is; read-only fields may be sent back, and are ignored.',
  activateAccount:
    'Activating an active account changes nothing. An inactive account cannot activate itself: 403.',
  deactivateAccount:
    'It can still read, and do everything but create deposits; those it has are settled at the end of the month. You cannot deactivate your own account: 403.',
  updateSettings:
    'What you leave out stays as it is; read-only fields may be sent back, and are ignored. `badge_url` never changes, and shows nothing until the badge is on.',
  listBiomassOffsets: 'The days are in UTC, both included; a start after the end is a 400.',
  createBiomassOffset:
    'State the amount once: `pages`, `trees` or `quote_id`. The certificate is there at once, under `certificate_id`.',
  deleteBiomassOffset:
    'Possible until it is billed. Its certificate is withdrawn, and the quote that it executed can be executed again.',
  listBiomassCertificates: 'Each with its whole project.',
  listDeposits: 'The days are in UTC, both included; a start after the end is a 400.',
  createDeposit:
    'At the end of the month the deposits are added up and reforested in one go. An inactive account cannot create any: 400.',
  createDepositBatch:
    'The rules of one deposit hold for each. What is refused is named by its place, as `deposits[17].pages`, and then none is taken.',
  deleteDeposit: 'Possible until it is settled.',
  createQuote:
    'An item is either sheets (`quantity`, and what their paper is like) or a `mass`. To execute the quote, create a biomass offset with its id.',
  deleteQuote: 'Possible until it is executed.',
  createOrder:
    'The draft shows what placing it will create: trees, tonnes and prices. Nothing is offset yet.',
  placeOrder:
    'Creates one offset for each project, all of them or none. An order can be placed once: a second time is a 400.',
  deleteOrder: 'Possible until it is placed.',
  listCarbonOffsets: 'They begin as `processing` and are `fulfilled` once registry credits cover them.',
  listInvoices: 'One for each month that had something to bill. Without their lines.',
  getInvoice:
    'With a line for every offset that it bills, in the order of their dates. An offset that is billed can no longer be deleted.',
  listCarbonProjects: 'Those that are `active` can be named in orders and in settings.',
  addFavoriteProject:
    'Answers with the whole list. Adding one twice changes nothing; a complete project is a 400.',
  removeFavoriteProject: 'Answers with the whole list. One that is not on it is a 404.',
  listVolume:
    'One entry for every month of the range, months without anything included. By default this month and the twelve before it.',
  createServer: 'The password is kept encrypted and never returned.',
  updateServer:
    'What you leave out stays as it is; read-only fields may be sent back, and are ignored. A `url` of another scheme, host or port needs the password in the same request: the stored one is not sent elsewhere.',
  deleteServer: 'A server that a feed uses cannot be deleted: 400.',
  createFeed:
    'On a server of an account above, only that account and those above it create feeds: others get a 403. The server is asked before you get the answer, so `health_check` is true from the start. Here, and only here, `activated_at` looks like `2026-10-01 00:00:00 +0000`.',
  updateFeed:
    'What you leave out stays as it is; read-only fields may be sent back, and are ignored. On a server of an account above, only that account and those above it change what is read: others get a 403.',
  activateFeed: 'Activating an active feed changes nothing.',
  deactivateFeed: 'Deactivating an inactive feed changes nothing.',
};
