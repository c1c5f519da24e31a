import type { EventType, WebhookEvent } from '@regrove/sdk';
import { feedName } from '../feeds/feed-types.js';
import type { I18n, MessageKey } from '../../i18n/use-i18n.js';

export type AccountEvent = WebhookEvent<EventType>;

/** What happened, in a few words: "Order placed: 3.8 trees". */
export function describeEvent(i18n: I18n, event: AccountEvent): string {
  const { t } = i18n;
  const label = t(labelOf(event));
  const value = detailOf(i18n, event);
  return value === undefined ? label : t('app.labelled', { label, value });
}

/** A feed that works again is better news than one that does not. */
function labelOf(event: AccountEvent): MessageKey {
  if (event.type !== 'feed.health_changed' || event.data.truncated) return `app.events.${event.type}`;
  return `app.events.feed.${event.data.object.health_check}`;
}

/** Which one, or how much. Undefined if the event is too large to contain it. */
function detailOf(i18n: I18n, event: AccountEvent): string | undefined {
  const { t, money, month } = i18n;
  const trees = (amount: number): string => t('app.amount.trees', { trees: amount });
  const pages = (amount: number): string => t('app.amount.pages', { pages: amount });
  if (event.data.truncated) return undefined;
  switch (event.type) {
    case 'account.created':
    case 'account.updated':
    case 'account.activated':
    case 'account.deactivated':
    case 'forestry_project.completed':
      return event.data.object.name;
    case 'deposit.created':
    case 'deposit.deleted':
      return pages(event.data.object.pages);
    case 'biomass_offset.created':
    case 'biomass_offset.deleted':
    case 'certificate.issued':
    case 'certificate.withdrawn':
    case 'quote.created':
    case 'quote.executed':
    case 'quote.deleted':
      return trees(event.data.object.trees);
    case 'order.created':
    case 'order.placed':
    case 'order.deleted': {
      const { trees: planted, mtco2e } = event.data.object;
      const tonnes = t('app.amount.tonnes', { tonnes: mtco2e });
      return [...(planted > 0 ? [trees(planted)] : []), ...(mtco2e > 0 ? [tonnes] : [])].join(' · ');
    }
    case 'carbon_offset.created':
    case 'carbon_offset.fulfilled':
      return t('app.amount.tonnes', { tonnes: event.data.object.mtco2e });
    case 'feed.created':
    case 'feed.updated':
    case 'feed.deleted':
    case 'feed.health_changed':
      return feedName(i18n, event.data.object);
    case 'feed.collected':
      return `${pages(event.data.object.pages)} · ${feedName(i18n, event.data.object)}`;
    case 'month.closed':
      return `${month(`${event.data.object.period}-01`)} · ${trees(event.data.object.trees)}`;
    case 'invoice.created': {
      const { number, total, currency } = event.data.object;
      return `${number} · ${money(total, currency)}`;
    }
  }
}

/** The screen of what an event is about, below its account. Undefined if there is none, or nothing is left to see. */
export function screenOf(event: AccountEvent): string | undefined {
  const { id } = event.data.object as { id?: string };
  switch (event.type) {
    case 'deposit.created':
      return 'deposits';
    case 'feed.collected':
    case 'feed.created':
    case 'feed.updated':
    case 'feed.health_changed':
      return `feeds/${id}`;
    case 'quote.created':
    case 'quote.executed':
      return `quotes/${id}`;
    case 'order.created':
    case 'order.placed':
      return `orders/${id}`;
    case 'carbon_offset.created':
    case 'carbon_offset.fulfilled':
      return `carbon-offsets/${id}`;
    case 'invoice.created':
      return `invoices/${id}`;
    case 'forestry_project.completed':
      return `projects/${id}`;
    case 'month.closed':
      return event.data.truncated ? undefined : `months/${event.data.object.period}`;
    case 'account.created':
    case 'account.updated':
    case 'account.activated':
    case 'account.deactivated':
      return '';
    default:
      return undefined;
  }
}

/** What the screen should show of many. */
export const searchOf = (event: AccountEvent): { readonly month?: string } =>
  event.type === 'deposit.created' && !event.data.truncated
    ? { month: event.data.object.date.slice(0, 7) }
    : {};

/** The certificate that an event is about, which has a public page. */
export function certificateOf(event: AccountEvent): string | undefined {
  if (event.type === 'certificate.issued') return event.data.object.id;
  return event.type === 'biomass_offset.created' && !event.data.truncated
    ? event.data.object.certificate_id
    : undefined;
}
