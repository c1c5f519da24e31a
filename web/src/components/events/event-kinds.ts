import type { EventType } from '@regrove/sdk';
import type { Icon } from '../../icons/icon.js';
import {
  IconBuilding,
  IconCalendarCheck,
  IconCertificate,
  IconCloud,
  IconFileInvoice,
  IconFileText,
  IconMapPin,
  IconPrinter,
  IconShoppingCart,
  IconStack2,
  IconTrees,
} from '../../icons/icons.js';
import type { MessageKey } from '../../i18n/use-i18n.js';

type Resource<Type> = Type extends `${infer First}.${string}` ? First : never;

/** What events are about: the first part of their type. */
export type EventKind = Resource<EventType>;

interface KindDisplay {
  readonly label: MessageKey;
  readonly icon: Icon;
  readonly types: readonly EventType[];
}

/** In the order of the navigation. */
export const eventKinds: Readonly<Record<EventKind, KindDisplay>> = {
  biomass_offset: {
    label: 'app.offsets.title',
    icon: IconTrees,
    types: ['biomass_offset.created', 'biomass_offset.deleted'],
  },
  certificate: {
    label: 'app.certificates.title',
    icon: IconCertificate,
    types: ['certificate.issued', 'certificate.withdrawn'],
  },
  carbon_offset: {
    label: 'app.carbonOffsets.title',
    icon: IconCloud,
    types: ['carbon_offset.created', 'carbon_offset.fulfilled'],
  },
  forestry_project: { label: 'app.projects.title', icon: IconMapPin, types: ['forestry_project.completed'] },
  deposit: { label: 'app.deposits.title', icon: IconStack2, types: ['deposit.created', 'deposit.deleted'] },
  feed: {
    label: 'app.feeds.title',
    icon: IconPrinter,
    types: ['feed.created', 'feed.updated', 'feed.deleted', 'feed.health_changed', 'feed.collected'],
  },
  quote: {
    label: 'app.quotes.title',
    icon: IconFileText,
    types: ['quote.created', 'quote.executed', 'quote.deleted'],
  },
  order: {
    label: 'app.orders.title',
    icon: IconShoppingCart,
    types: ['order.created', 'order.placed', 'order.deleted'],
  },
  account: {
    label: 'app.accounts.title',
    icon: IconBuilding,
    types: ['account.created', 'account.updated', 'account.activated', 'account.deactivated'],
  },
  month: { label: 'app.events.month', icon: IconCalendarCheck, types: ['month.closed'] },
  invoice: { label: 'app.invoices.title', icon: IconFileInvoice, types: ['invoice.created'] },
};

export const kindNames = Object.keys(eventKinds) as EventKind[];

export const kindOf = (type: EventType): EventKind => type.slice(0, type.indexOf('.')) as EventKind;
