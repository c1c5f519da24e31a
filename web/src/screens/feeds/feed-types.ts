import { useQuery } from '@tanstack/react-query';
import { appRequest, accountEndpoint } from '../../api/app-request.js';
import { useScope } from '../../api/scope.js';
import type { FeedType } from '../../api/wire.js';
import type { I18n, MessageKey } from '../../i18n/use-i18n.js';
import type { PrinterLocation } from './printer-location.js';

/** Its readings are sent by agents: programs in networks that the server cannot reach. */
export const agentType = 'agent';

/** The types that the server reads itself. Feeds of any other type push their readings. */
export function useFeedTypes() {
  const { account } = useScope();
  return useQuery({
    queryKey: ['feed-types'],
    staleTime: Infinity,
    queryFn: ({ signal }) =>
      appRequest<FeedType[]>('GET', accountEndpoint(account, 'feed-types'), { signal }),
    // Printers first: most people start with them.
    select: (types) => types.toSorted((a, b) => order(a) - order(b)),
  });
}

interface ServerHelp {
  /** An example. */
  readonly address: string;
  readonly url: MessageKey;
  /** Undefined if the type needs none. */
  readonly username?: MessageKey;
  readonly password: MessageKey;
}

interface TypeHelp {
  /** Names of products and protocols are the same in all languages. */
  readonly name: string | { readonly message: MessageKey };
  readonly place: PrinterLocation;
  readonly about: MessageKey;
  readonly before?: MessageKey;
  /** Undefined if the type needs none. */
  readonly server?: ServerHelp;
  readonly externalId: MessageKey;
  /** Of the external id, if it is neither what to read nor a name in other software. */
  readonly externalIdLabel?: MessageKey;
  /** Of an external id. */
  readonly example?: string;
}

const helps: Readonly<Record<FeedType['type'] | typeof agentType, TypeHelp>> = {
  snmp: {
    name: 'SNMP',
    place: 'reachable',
    about: 'app.feeds.snmp.about',
    before: 'app.feeds.snmp.before',
    server: {
      address: 'snmp://printer.example.com',
      url: 'app.feeds.snmp.url',
      username: 'app.feeds.snmp.username',
      password: 'app.feeds.snmp.password',
    },
    externalId: 'app.feeds.snmp.externalId',
  },
  ipp: {
    name: 'IPP',
    place: 'reachable',
    about: 'app.feeds.ipp.about',
    server: {
      address: 'ipps://printer.example.com',
      url: 'app.feeds.ipp.url',
      username: 'app.feeds.ipp.username',
      password: 'app.feeds.ipp.password',
    },
    externalId: 'app.feeds.ipp.externalId',
  },
  papercut: {
    name: 'PaperCut',
    place: 'portal',
    about: 'app.feeds.papercut.about',
    before: 'app.feeds.papercut.before',
    server: {
      address: 'https://papercut.example.com',
      url: 'app.feeds.papercut.url',
      password: 'app.feeds.papercut.password',
    },
    externalId: 'app.feeds.papercut.externalId',
  },
  print_tracker: {
    name: 'Print Tracker',
    place: 'portal',
    about: 'app.feeds.printTracker.about',
    before: 'app.feeds.printTracker.before',
    server: {
      address: 'https://papi.printtrackerpro.com',
      url: 'app.feeds.printTracker.url',
      password: 'app.feeds.printTracker.password',
    },
    externalId: 'app.feeds.printTracker.externalId',
  },
  ndd_print: {
    name: 'NDD Print',
    place: 'portal',
    about: 'app.feeds.nddPrint.about',
    before: 'app.feeds.nddPrint.before',
    server: {
      address: 'https://api-counters.nddprint.com',
      url: 'app.feeds.nddPrint.url',
      username: 'app.feeds.nddPrint.username',
      password: 'app.feeds.nddPrint.password',
    },
    externalId: 'app.feeds.nddPrint.externalId',
  },
  printerpoint: {
    name: 'Printerpoint',
    place: 'portal',
    about: 'app.feeds.printerpoint.about',
    before: 'app.feeds.printerpoint.before',
    server: {
      address: 'https://printerpoint.com',
      url: 'app.feeds.printerpoint.url',
      password: 'app.feeds.printerpoint.password',
    },
    externalId: 'app.feeds.printerpoint.externalId',
  },
  simulated: {
    name: { message: 'app.feeds.simulated.name' },
    place: 'reachable',
    about: 'app.feeds.simulated.about',
    externalId: 'app.feeds.simulated.externalId',
    example: 'devices=20,daily=500,seed=7',
  },
  agent: {
    name: { message: 'app.feeds.agent.name' },
    place: 'office',
    about: 'app.feeds.place.officeAbout',
    before: 'app.feeds.agent.before',
    externalId: 'app.feeds.agent.officeHint',
    externalIdLabel: 'app.feeds.agent.office',
  },
};

const order = ({ type }: FeedType): number => Object.keys(helps).indexOf(type);

/** Undefined for types of other software, which sends its readings itself. */
export const typeHelp = (type: string): TypeHelp | undefined =>
  (helps as Readonly<Partial<Record<string, TypeHelp>>>)[type];

export function typeName({ t }: Pick<I18n, 't'>, type: string): string {
  const name = typeHelp(type)?.name ?? type;
  return typeof name === 'string' ? name : t(name.message);
}

/** What the external id of a feed is called. `pull` is undefined for types that the server does not read. */
export const externalIdLabel = (type: string, pull: FeedType | undefined): MessageKey =>
  typeHelp(type)?.externalIdLabel ?? (pull ? 'app.feeds.selection' : 'app.feeds.externalId');

interface NamedFeed {
  readonly type: string;
  readonly external_id: string | null;
}

export const feedName = (i18n: Pick<I18n, 't'>, { type, external_id: id }: NamedFeed): string =>
  id === null ? typeName(i18n, type) : `${typeName(i18n, type)} · ${id}`;
