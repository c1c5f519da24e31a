import type { TSchema } from '@sinclair/typebox';
import { Account, AccountChanges, ExpandedAccount, NewAccount } from './account.js';
import {
  AccountSettings,
  AccountSettingsChanges,
  PublicPage,
  PublicPageChanges,
} from './account-settings.js';
import { Agent, AgentReport, AgentTrouble, CreatedAgent, NewAgent, TakenAgentReport } from './agent.js';
import { AnnualReport, AnnualReportLevel } from './annual-report.js';
import { BiomassOffset, NewBiomassOffset } from './biomass-offset.js';
import { CarbonOffset } from './carbon-offset.js';
import { CarbonProject } from './carbon-project.js';
import { CarbonRetirement } from './carbon-retirement.js';
import { BiomassCertificate } from './certificate.js';
import { AccountEvent } from './events/event.js';
import { BadLine, ImportedJobs, JobFile, RefusedJobs } from './job-files/job-import.js';
import { Deposit, DepositBatch, NewDeposit, NewDepositBatch } from './deposit.js';
import { CreatedFeed, Feed, FeedChanges, NewFeed } from './feed.js';
import { Deleted } from './fields.js';
import { ForestryProject } from './forestry-project.js';
import { ExpandedInvoice, Invoice, InvoiceLine } from './invoice.js';
import { Item, NewItem } from './item.js';
import { ExpandedOrder, NewOrder, Order, ProjectSetting } from './order.js';
import { Planting, PlantingPhoto, SurvivalAudit } from './planting.js';
import { ExpandedQuote, NewQuote, Quote } from './quote.js';
import { NewReading, NewReadings, ReadingOrigin, TakenReadings } from './reading.js';
import { CaughtMail, CreatedSandbox, NewSandbox, Sandbox, SandboxAdvance, SandboxState } from './sandbox.js';
import { NewServer, Server, ServerChanges } from './server.js';
import { ExpandedUser, NewUser, User, UserChanges } from './user.js';
import { VolumePeriod } from './volume-period.js';
import {
  CreatedWebhookEndpoint,
  NewWebhookEndpoint,
  NewWebhookReplay,
  WebhookAttempt,
  WebhookDelivery,
  WebhookEndpoint,
  WebhookEndpointChanges,
  WebhookReplay,
  WebhookTest,
} from './webhook-endpoint.js';

/** All schemas of the API, by the names that clients use. */
export const resources: Readonly<Record<string, TSchema>> = {
  Account,
  AccountChanges,
  AccountEvent,
  AccountSettings,
  AccountSettingsChanges,
  Agent,
  AgentReport,
  AgentTrouble,
  AnnualReport,
  AnnualReportLevel,
  BiomassCertificate,
  BiomassOffset,
  CarbonOffset,
  CarbonProject,
  CarbonRetirement,
  CaughtMail,
  CreatedAgent,
  CreatedFeed,
  CreatedSandbox,
  CreatedWebhookEndpoint,
  Deleted,
  BadLine,
  ImportedJobs,
  JobFile,
  RefusedJobs,
  Deposit,
  DepositBatch,
  ExpandedAccount,
  ExpandedInvoice,
  ExpandedOrder,
  ExpandedQuote,
  ExpandedUser,
  Feed,
  FeedChanges,
  ForestryProject,
  Invoice,
  InvoiceLine,
  Item,
  NewAccount,
  NewAgent,
  NewBiomassOffset,
  NewDeposit,
  NewDepositBatch,
  NewFeed,
  NewItem,
  NewOrder,
  NewQuote,
  NewReading,
  NewReadings,
  ReadingOrigin,
  NewSandbox,
  NewServer,
  NewUser,
  NewWebhookEndpoint,
  NewWebhookReplay,
  Order,
  Planting,
  PlantingPhoto,
  ProjectSetting,
  PublicPage,
  PublicPageChanges,
  Quote,
  Sandbox,
  SandboxAdvance,
  SandboxState,
  Server,
  ServerChanges,
  SurvivalAudit,
  TakenAgentReport,
  TakenReadings,
  User,
  UserChanges,
  VolumePeriod,
  WebhookAttempt,
  WebhookDelivery,
  WebhookEndpoint,
  WebhookEndpointChanges,
  WebhookReplay,
  WebhookTest,
};
