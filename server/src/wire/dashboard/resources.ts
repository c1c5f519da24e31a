import type { TSchema } from '@sinclair/typebox';
import { CarbonProject } from '../carbon-project.js';
import { ExpandedInvoice, Invoice, InvoiceLine } from '../invoice.js';
import { OrderedPaper } from '../order.js';
import { DepositPreview, ImportedDeposits } from './deposit-import.js';
import { DepositMonths, DepositTotal, ListedDeposit } from './deposits.js';
import { Estimate } from './estimate.js';
import { ApiKey, CreatedApiKey, NewApiKey } from './key.js';
import { CollectedFeed, FeedReading, FeedType, WatchedFeed } from './feeds.js';
import { FoundAccount } from './found-account.js';
import { ListedOffset } from './listed-offset.js';

/** What the dashboard and the server say to each other beside the API, by the name that the dashboard knows it under. */
export const dashboardResources: Readonly<Record<string, TSchema>> = {
  ApiKey,
  CarbonProject,
  CollectedFeed,
  CreatedApiKey,
  DepositMonths,
  DepositPreview,
  DepositTotal,
  Estimate,
  ExpandedInvoice,
  FeedReading,
  FeedType,
  FoundAccount,
  ImportedDeposits,
  Invoice,
  InvoiceLine,
  ListedDeposit,
  NewApiKey,
  ListedOffset,
  OrderedPaper,
  WatchedFeed,
};
