import { useQuery } from '@tanstack/react-query';
import { appRequest, accountEndpoint } from '../../api/app-request.js';
import { useScope } from '../../api/scope.js';
import type { FeedType } from '../../api/wire.js';
import type { MessageKey } from '../../i18n/use-i18n.js';

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

interface TypeHelp {
  readonly name: string;
  readonly about: MessageKey;
  readonly before?: MessageKey;
  /** An example. */
  readonly address: string;
  readonly url: MessageKey;
  /** Undefined if the type needs none. */
  readonly username?: MessageKey;
  readonly password: MessageKey;
  readonly externalId: MessageKey;
}

const helps: Readonly<Record<FeedType['type'], TypeHelp>> = {
  snmp: {
    name: 'SNMP',
    about: 'app.feeds.snmp.about',
    before: 'app.feeds.snmp.before',
    address: 'snmp://printer.example.com',
    url: 'app.feeds.snmp.url',
    username: 'app.feeds.snmp.username',
    password: 'app.feeds.snmp.password',
    externalId: 'app.feeds.snmp.externalId',
  },
  ipp: {
    name: 'IPP',
    about: 'app.feeds.ipp.about',
    address: 'ipps://printer.example.com',
    url: 'app.feeds.ipp.url',
    username: 'app.feeds.ipp.username',
    password: 'app.feeds.ipp.password',
    externalId: 'app.feeds.ipp.externalId',
  },
  papercut: {
    name: 'PaperCut',
    about: 'app.feeds.papercut.about',
    before: 'app.feeds.papercut.before',
    address: 'https://papercut.example.com',
    url: 'app.feeds.papercut.url',
    password: 'app.feeds.papercut.password',
    externalId: 'app.feeds.papercut.externalId',
  },
  print_tracker: {
    name: 'Print Tracker',
    about: 'app.feeds.printTracker.about',
    before: 'app.feeds.printTracker.before',
    address: 'https://papi.printtrackerpro.com',
    url: 'app.feeds.printTracker.url',
    password: 'app.feeds.printTracker.password',
    externalId: 'app.feeds.printTracker.externalId',
  },
};

const order = ({ type }: FeedType): number => Object.keys(helps).indexOf(type);

/** Undefined for types that push their readings. */
export const typeHelp = (type: string): TypeHelp | undefined =>
  (helps as Readonly<Partial<Record<string, TypeHelp>>>)[type];

export const typeName = (type: string): string => typeHelp(type)?.name ?? type;

export const feedName = ({ type, external_id: id }: { type: string; external_id: string | null }): string =>
  id === null ? typeName(type) : `${typeName(type)} · ${id}`;
