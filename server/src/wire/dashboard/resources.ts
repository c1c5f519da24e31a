import type { TSchema } from '@sinclair/typebox';
import { CarbonProject } from '../carbon-project.js';
import { OrderedPaper } from '../order.js';
import { DepositPreview, ImportedDeposits } from './deposit-import.js';
import { DepositMonths, DepositTotal, ListedDeposit } from './deposits.js';
import { Estimate } from './estimate.js';
import { CollectedFeed, FeedReading, FeedType, WatchedFeed } from './feeds.js';
import { FoundAccount } from './found-account.js';
import { ListedOffset } from './listed-offset.js';

/** What the dashboard and the server say to each other beside the API, by the name that the dashboard knows it under. */
export const dashboardResources: Readonly<Record<string, TSchema>> = {
  CarbonProject,
  CollectedFeed,
  DepositMonths,
  DepositPreview,
  DepositTotal,
  Estimate,
  FeedReading,
  FeedType,
  FoundAccount,
  ImportedDeposits,
  ListedDeposit,
  ListedOffset,
  OrderedPaper,
  WatchedFeed,
};
