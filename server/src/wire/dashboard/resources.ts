import type { TSchema } from '@sinclair/typebox';
import { CarbonLot, CarbonStock } from '../carbon-lot.js';
import { CarbonProject } from '../carbon-project.js';
import { Methodology, NewMethodology } from '../methodology.js';
import { ExpandedInvoice, Invoice, InvoiceLine } from '../invoice.js';
import { OrderedPaper } from '../order.js';
import { NewCarbonProject, NewForestryProject } from '../project-file.js';
import { AuditEntry } from './audit-entry.js';
import { Fulfilment, ImportedCredits } from './carbon-import.js';
import { DepositPreview, ImportedDeposits } from './deposit-import.js';
import { DepositMonths, DepositTotal, ListedDeposit } from './deposits.js';
import { Estimate } from './estimate.js';
import { CollectedFeed, FeedReading, FeedType, FeedDetails } from './feeds.js';
import { FoundAccount } from './found-account.js';
import { Job, Jobs } from './job.js';
import { ApiKey, CreatedApiKey, NewApiKey } from './key.js';
import { OperatorForestryProject } from './operator-project.js';
import { ListedOffset } from './listed-offset.js';
import { ListedUser } from './listed-user.js';
import { MonthEnd } from './month-end.js';
import { Overview, RankedAccount, WaitingPaper } from './overview.js';
import { PlantedProjects } from './planted-projects.js';
import { NewRootAccount, CreatedRootAccount, OperatorAccount } from './operator-account.js';
import { Sale } from './sale.js';
import {
  EndedSessions,
  Invitation,
  ListedSession,
  Session,
  SessionChanges,
  SignInRequest,
} from './session.js';

/** The shapes that dashboard and server exchange besides the API. The dashboard's types are generated from them. */
export const dashboardResources: Readonly<Record<string, TSchema>> = {
  ApiKey,
  AuditEntry,
  CarbonLot,
  CarbonProject,
  CarbonStock,
  CollectedFeed,
  CreatedApiKey,
  DepositMonths,
  DepositPreview,
  DepositTotal,
  EndedSessions,
  Estimate,
  ExpandedInvoice,
  FeedDetails,
  FeedReading,
  FeedType,
  FoundAccount,
  Fulfilment,
  ImportedCredits,
  ImportedDeposits,
  Invoice,
  InvoiceLine,
  Invitation,
  Job,
  Jobs,
  OperatorForestryProject,
  ListedDeposit,
  ListedOffset,
  ListedSession,
  ListedUser,
  Methodology,
  MonthEnd,
  NewApiKey,
  NewCarbonProject,
  NewForestryProject,
  NewMethodology,
  NewRootAccount,
  CreatedRootAccount,
  OrderedPaper,
  Overview,
  PlantedProjects,
  RankedAccount,
  OperatorAccount,
  Sale,
  Session,
  SessionChanges,
  SignInRequest,
  WaitingPaper,
};
