/** Rules that the fields do not show, by operation id. `Code` in backticks. */
export const operationNotes: Readonly<Record<string, string>> = {
  getOwnAccount:
    'With counters of what was reforested, from the account’s own biomass offsets by their date (UTC).',
  listAccounts: 'Only direct children, without counters. Sorted case-insensitively.',
  createAccount:
    'It is a channel if its parent is a distributor, and a customer if its parent is a channel. Customers cannot have child accounts: 403.',
  updateAccount: 'Omitted fields stay unchanged; read-only fields are ignored.',
  activateAccount:
    'Activating an active account changes nothing. An inactive account cannot activate itself: 403.',
  deactivateAccount:
    'It can do everything except create deposits and sandboxes; existing deposits are settled at the end of the month. You cannot deactivate your own account: 403.',
  updateSettings:
    'Omitted fields stay unchanged; read-only fields are ignored. `badge_url` never changes; it is a 404 until the badge is enabled.',
  listBiomassOffsets: 'Days are in UTC, both inclusive; a start after the end is a 400.',
  createBiomassOffset:
    'Send exactly one of `pages`, `trees` and `quote_id`. The certificate is created immediately: see `certificate_id`.',
  deleteBiomassOffset:
    'Possible until it is billed. Its certificate is withdrawn, and its quote can be executed again.',
  listBiomassCertificates: 'Each includes its project.',
  listDeposits: 'Days are in UTC, both inclusive; a start after the end is a 400.',
  createDeposit:
    'At the end of the month the deposits are added up and become one offset. An inactive account cannot create any: 400.',
  createDepositBatch:
    'Each deposit follows the rules of a single one. If one is refused, the error names its position, such as `deposits[17].pages`, and none is created.',
  importDeposits:
    'CSV as `text/csv`, JSON Lines as `application/x-ndjson`, either as `text/plain`, or in a JSON body. A job sent again changes nothing; with other figures it is an error. If a line is bad, nothing is booked and the 400 names all bad lines, unless `partial` is `true`.',
  deleteDeposit: 'Possible until it is settled. Its job, if it has one, can then be imported again.',
  createQuote:
    'An item is either sheets (`quantity`, and optionally their paper) or a `mass`. To execute the quote, create a biomass offset with its id.',
  deleteQuote: 'Possible until it is executed.',
  createOrder:
    'The draft shows what placing it will create: trees, tonnes and prices. Nothing is offset yet.',
  placeOrder:
    'Creates one offset for each project, all of them or none. An order can be placed once: a second time is a 400.',
  deleteOrder: 'Possible until it is placed.',
  listCarbonOffsets: 'They start as `processing` and are `fulfilled` once credits cover them.',
  listInvoices: 'One for each month with something to bill. Without lines.',
  getInvoice: 'With a line for every offset, in order of date. A billed offset can no longer be deleted.',
  listCarbonProjects: 'You can use `active` ones in orders and settings.',
  addFavoriteProject:
    'Returns the whole list. Adding one again changes nothing; a complete project is a 400.',
  removeFavoriteProject: 'Returns the whole list. A project that is not a favorite is a 404.',
  listVolume:
    'One entry for every month of the range, including empty months. Default: this month and the twelve before it.',
  createServer: 'The password is stored encrypted and never returned.',
  updateServer:
    'Omitted fields stay unchanged; read-only fields are ignored. To change the scheme, host or port of `url`, send the password in the same request.',
  deleteServer: 'A server that a feed uses cannot be deleted: 400.',
  createFeed:
    'On a server of a parent account, only that account and those above it can create feeds: others get a 403. The server is read before you get the response, so `health_check` is correct from the start. In this response only, `activated_at` looks like `2026-10-01 00:00:00 +0000`.',
  updateFeed:
    'Omitted fields stay unchanged; read-only fields are ignored. On a server of a parent account, only that account and those above it can change what is read: others get a 403.',
  getUser: 'Send `expand=permission` to get the user’s permission as well.',
  updateUser:
    'Omitted fields stay unchanged; read-only fields are ignored. A key can restrict any user; a signed-in user cannot restrict the last one with `full` permission: 400.',
  deleteUser:
    'Links and sessions of the user end immediately. A key can delete any user; a signed-in user cannot delete the last one with `full` permission: 400.',
  createSandbox:
    'Only for an active root account: one at a time, at most 20 in an hour, and at most 20 in all. More are a 400.',
  advanceSandbox:
    'Its clock moves for all accounts of the sandbox, so only its root account can do this: others get a 403.',
  activateFeed: 'Activating an active feed changes nothing.',
  deactivateFeed: 'Deactivating an inactive feed changes nothing.',
};
