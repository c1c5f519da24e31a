import type { TSchema } from '@sinclair/typebox';
import { CarbonLot, CarbonStock } from '../carbon-lot.js';
import { CarbonProject } from '../carbon-project.js';
import { Methodology, NewMethodology, PublicMethodology } from '../methodology.js';
import { InvoiceLine } from '../invoice.js';
import { OrderedPaper } from '../order.js';
import { NewCarbonProject, NewForestryProject } from '../project-file.js';
import { RetirementRow } from '../retirement-row.js';
import { CreatedSandbox, NewSandbox, SandboxState } from '../sandbox.js';
import { ListedAccount } from './account-figures.js';
import { AuditEntry } from './audit-entry.js';
import { Fulfilment, ImportedCredits, RecordedRetirements } from './carbon-import.js';
import { DepositPreview, ImportedDeposits } from './deposit-import.js';
import { DepositMonths, DepositTotal, ListedDeposit } from './deposits.js';
import { Estimate } from './estimate.js';
import { CollectedFeed, FeedDetails, FeedDevice, FeedReading, FeedType } from './feeds.js';
import { FoundAccount } from './found-account.js';
import {
  BillingAddress,
  CreditNote,
  CreditNoteOfAccount,
  InvoiceDocument,
  ListedInvoice,
  PaidInvoice,
} from './invoice.js';
import { Job, Jobs } from './job.js';
import { ApiKey, ApiKeyChanges, CreatedApiKey, NewApiKey } from './key.js';
import { AddedPlantingPhoto, OperatorPlanting } from './operator-planting.js';
import { OperatorForestryProject } from './operator-project.js';
import { ImportedPlantings, PlantingPreview } from './planting-import.js';
import { ListedCertificate } from './listed-certificate.js';
import { ListedOffset } from './listed-offset.js';
import { ListedOrder, ListedQuote } from './listed-purchases.js';
import { ListedUser } from './listed-user.js';
import { ImportedUsers, UserPreview } from './user-import.js';
import { Passkey, PasskeyChanges, SignInMethods } from './passkey.js';
import { MonthEnd } from './month-end.js';
import { ListedPublicPage } from './public-page.js';
import { CreatedQuoteLink, NewQuoteLink, QuoteLinks } from './quote-link.js';
import { Overview, RankedAccount, WaitingPaper } from './overview.js';
import { PendingRetirements } from './pending-retirements.js';
import { PlantedProjects } from './planted-projects.js';
import { FirstSteps, FirstStepsChanges } from './first-steps.js';
import { NewRootAccount, CreatedRootAccount, OperatorAccount } from './operator-account.js';
import { SearchHit } from './search-hit.js';
import { Sale, SalesSum, SalesSums } from './sale.js';
import {
  ListedMail,
  ListedSandbox,
  ListedSandboxes,
  MailWithBody,
  OperatorSandbox,
  OperatorSandboxes,
} from './sandbox.js';
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
  AddedPlantingPhoto,
  ApiKey,
  AuditEntry,
  BillingAddress,
  CarbonLot,
  CarbonProject,
  CarbonStock,
  CollectedFeed,
  CreatedApiKey,
  CreditNote,
  CreditNoteOfAccount,
  DepositMonths,
  DepositPreview,
  DepositTotal,
  EndedSessions,
  Estimate,
  FeedDetails,
  FeedDevice,
  FeedReading,
  FeedType,
  FoundAccount,
  Fulfilment,
  ImportedCredits,
  ImportedDeposits,
  ImportedPlantings,
  ImportedUsers,
  InvoiceDocument,
  InvoiceLine,
  Invitation,
  Job,
  Jobs,
  OperatorForestryProject,
  ListedAccount,
  ListedCertificate,
  ListedDeposit,
  ListedInvoice,
  ListedMail,
  ListedOffset,
  ListedOrder,
  ListedPublicPage,
  ListedQuote,
  ListedSandbox,
  ListedSandboxes,
  ListedSession,
  ListedUser,
  MailWithBody,
  Methodology,
  MonthEnd,
  NewApiKey,
  ApiKeyChanges,
  NewCarbonProject,
  NewForestryProject,
  NewMethodology,
  PublicMethodology,
  NewRootAccount,
  NewSandbox,
  CreatedQuoteLink,
  NewQuoteLink,
  CreatedRootAccount,
  CreatedSandbox,
  OperatorPlanting,
  OrderedPaper,
  Passkey,
  PasskeyChanges,
  Overview,
  PendingRetirements,
  PlantedProjects,
  PlantingPreview,
  RankedAccount,
  OperatorAccount,
  OperatorSandbox,
  OperatorSandboxes,
  QuoteLinks,
  RecordedRetirements,
  RetirementRow,
  SearchHit,
  PaidInvoice,
  Sale,
  SalesSum,
  SalesSums,
  SandboxState,
  Session,
  SessionChanges,
  SignInMethods,
  SignInRequest,
  UserPreview,
  FirstSteps,
  FirstStepsChanges,
  WaitingPaper,
};
