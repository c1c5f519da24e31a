import type { TSchema } from '@sinclair/typebox';
import { CarbonLot, CarbonStock } from '../carbon-lot.js';
import { CarbonProject } from '../carbon-project.js';
import { Methodology, NewMethodology } from '../methodology.js';
import { OrderedPaper } from '../order.js';
import {
  CarbonProjectChanges,
  ForestryProjectChanges,
  NewCarbonProject,
  NewForestryProject,
} from '../project-file.js';
import { AuditEntry } from './audit-entry.js';
import { Fulfilment, ImportedCredits } from './carbon-import.js';
import { Estimate } from './estimate.js';
import { Discarded, Job, Retried } from './job.js';
import { KeptForestryProject } from './kept-project.js';
import { ListedOffset } from './listed-offset.js';
import { MonthEnd } from './month-end.js';
import { NewRootAccount, OpenedAccount, RatedAccount } from './rated-account.js';

/** What the dashboard and the server say to each other beside the API, by the name that the dashboard knows it under. */
export const dashboardResources: Readonly<Record<string, TSchema>> = {
  AuditEntry,
  CarbonLot,
  CarbonProject,
  CarbonProjectChanges,
  CarbonStock,
  Discarded,
  Estimate,
  ForestryProjectChanges,
  Fulfilment,
  ImportedCredits,
  Job,
  KeptForestryProject,
  ListedOffset,
  Methodology,
  MonthEnd,
  NewCarbonProject,
  NewForestryProject,
  NewMethodology,
  NewRootAccount,
  OpenedAccount,
  OrderedPaper,
  RatedAccount,
  Retried,
};
