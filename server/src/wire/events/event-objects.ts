import { Type, type Static, type TSchema } from '@sinclair/typebox';
import type { Account as AccountRow } from '../../features/accounts/account.js';
import type { BiomassOffset as OffsetRow } from '../../features/biomass/offset-store.js';
import type { Invoice as InvoiceRow } from '../../features/billing/invoice-store.js';
import type { CarbonOffset as CarbonOffsetRow } from '../../features/carbon/carbon-offset-store.js';
import type { Certificate as CertificateRow } from '../../features/certificates/certificate-store.js';
import type { Deposit as DepositRow } from '../../features/deposits/deposit-store.js';
import type { Event } from '../../features/events/event-list-store.js';
import { resourceOf, type EventResource } from '../../features/events/event-types.js';
import type { Feed as FeedRow } from '../../features/feeds/feed-store.js';
import type { Order as OrderRow } from '../../features/orders/order-store.js';
import type { ForestryProject as ProjectRow } from '../../features/projects/forestry-project-store.js';
import type { Quote as QuoteRow } from '../../features/quotes/quote-store.js';
import type { Context } from '../../database/context.js';
import type { Decimal as ExactDecimal, Whole } from '../../platform/decimals.js';
import { exactNumber } from '../../platform/exact-number.js';
import { Account, presentAccount } from '../account.js';
import { BiomassOffset, presentBiomassOffset } from '../biomass-offset.js';
import { CarbonOffset, presentCarbonOffset } from '../carbon-offset.js';
import { BiomassCertificate, presentCertificate } from '../certificate.js';
import { Deposit, presentDeposit } from '../deposit.js';
import { Feed, presentFeed } from '../feed.js';
import { Decimal, Field, Id, PageCount } from '../fields.js';
import { ForestryProject, presentForestryProject } from '../forestry-project.js';
import { Invoice, presentInvoice } from '../invoice.js';
import { ExpandedOrder, presentExpandedOrder } from '../order.js';
import { ExpandedQuote, presentExpandedQuote } from '../quote.js';
import { rowOfEvent } from './row-of-event.js';

/** A feed with what it has collected. */
export const CollectedFeed = Type.Object(
  {
    ...Feed.properties,
    pages: Field('Pages that were added to the deposit.', PageCount),
    deposit_id: Field('The deposit of the day.', Id),
  },
  { title: 'CollectedFeed' },
);

/** A month of an account that was closed. */
export const ClosedMonth = Type.Object(
  {
    period: Field('The month, YYYY-MM.', Type.String()),
    pages: Field('Standard pages of the deposits of the month.', PageCount),
    trees: Field('Trees, to 6 decimals.', Decimal),
    offset_ids: Field('The biomass offsets that the pages became.', Type.Array(Id)),
  },
  { title: 'ClosedMonth' },
);

/** What an event is presented with besides its own facts. */
export interface EventPresentationContext {
  readonly context: Pick<Context, 'sandbox' | 'baseUrl'>;
  /** Forestry projects by id: their texts are too large to be part of each event. */
  readonly projects: ReadonlyMap<string, ProjectRow>;
}

/** How the object of an event is presented, in the default revision. */
interface Presentation {
  readonly schema: TSchema;
  /** Undefined if something that it refers to is gone. */
  readonly present: (event: Event, surroundings: EventPresentationContext) => object | undefined;
}

const presentation = <T extends TSchema>(
  schema: T,
  present: (event: Event, surroundings: EventPresentationContext) => Static<T> | undefined,
): Presentation => ({ schema, present: present as Presentation['present'] });

const presentations: Readonly<Record<EventResource, Presentation>> = {
  account: presentation(Account, (event) => presentAccount(rowOfEvent(event) as AccountRow)),
  deposit: presentation(Deposit, (event) => presentDeposit(rowOfEvent(event) as DepositRow)),
  biomass_offset: presentation(BiomassOffset, (event) =>
    presentBiomassOffset(rowOfEvent(event) as OffsetRow),
  ),
  certificate: presentation(BiomassCertificate, (event, { context, projects }) => {
    const certificate = rowOfEvent(event) as CertificateRow;
    const project = projects.get(certificate.projectId);
    return project && presentCertificate({ ...certificate, project }, context.baseUrl());
  }),
  quote: presentation(ExpandedQuote, (event) => presentExpandedQuote(rowOfEvent(event) as QuoteRow)),
  order: presentation(ExpandedOrder, (event) => presentExpandedOrder(rowOfEvent(event) as OrderRow)),
  carbon_offset: presentation(CarbonOffset, (event) =>
    presentCarbonOffset(rowOfEvent(event) as CarbonOffsetRow),
  ),
  feed: presentation(Feed, (event) => presentFeed(rowOfEvent(event) as FeedRow)),
  month: presentation(ClosedMonth, (event) => {
    const { period, pages, trees, offsetIds } = rowOfEvent(event) as MonthRow;
    return { period, pages: exactNumber(pages), trees: exactNumber(trees), offset_ids: [...offsetIds] };
  }),
  invoice: presentation(Invoice, (event, { context }) =>
    presentInvoice(rowOfEvent(event) as InvoiceRow, context),
  ),
  forestry_project: presentation(ForestryProject, (event, { projects }) => {
    const project = projects.get(event.subjectId);
    return project && presentForestryProject({ ...project, status: 'complete' });
  }),
};

interface MonthRow {
  readonly period: string;
  readonly pages: Whole;
  readonly trees: ExactDecimal;
  readonly offsetIds: readonly string[];
}

const collected = presentation(CollectedFeed, (event) => {
  const feed = rowOfEvent(event) as FeedRow & { pages: number; depositId: string };
  return { ...presentFeed(feed), pages: feed.pages, deposit_id: feed.depositId };
});

export const presentationOf = ({ type }: Event): Presentation =>
  type === 'feed.collected' ? collected : presentations[resourceOf(type)];

/** The forestry project that an event refers to. */
export function projectIdOf({ type, subjectId, facts }: Event): string | undefined {
  const resource = resourceOf(type);
  if (resource === 'forestry_project') return subjectId;
  return resource === 'certificate' ? String(facts['project_id']) : undefined;
}
