import type { Locale } from '../../messages/locales.js';
import type { Permission } from '../../features/users/permission.js';

export interface DemoUser {
  readonly email: string;
  readonly locale: Locale;
  readonly permission?: Permission;
  /** Has not accepted the invitation. */
  readonly isInvited?: true;
}

/** A third party that sends the counters of the account's devices. */
export interface DemoFeed {
  readonly type: string;
  readonly externalId: string;
  /** The devices, as the simulator describes them. */
  readonly devices: string;
  /** Absent: it is as old as the account. */
  readonly daysOld?: number;
  /** Nothing has arrived for so many days. */
  readonly silentDays?: number;
}

export interface DemoAccount {
  readonly name: string;
  readonly parent: string | null;
  readonly externalId?: string;
  /** Months ago. */
  readonly joined: number;
  /** Months ago. */
  readonly left?: number;
  /** Places in the list of projects. */
  readonly favorites: readonly number[];
  readonly address?: string;
  readonly feed?: DemoFeed;
  /** Deposited by hand every month, before growth and season. */
  readonly pagesByHand?: number;
  /** Day of the next month on which it pays its invoices; absent: the 12th. */
  readonly paysOn?: number;
  /** It has not paid those of so many months yet. */
  readonly unpaidMonths?: number;
  readonly users: readonly DemoUser[];
}

export const distributorName = 'Evergreen Print Supply';
export const channelName = 'Harbour Office Systems';
export const libraryName = 'City Library';
export const schoolName = 'Hillside School';
export const universityName = 'Lakeside University';

/** User of the demo's distributor; no mail is delivered to this domain. */
export const demoUserEmail = 'office@evergreen-print.example';

/** A distributor that has grown to three channels and eight customers. Parents come before their children. */
export const demoAccounts: readonly DemoAccount[] = [
  {
    name: distributorName,
    parent: null,
    joined: 24,
    favorites: [0, 1],
    address: 'Mill Lane 4\n10407 Greenford',
    feed: { type: 'fmaudit', externalId: 'evergreen', devices: 'devices=3,daily=110,seed=11', daysOld: 1 },
    pagesByHand: 2_400,
    unpaidMonths: 1,
    users: [
      { email: demoUserEmail, locale: 'en' },
      { email: 'accounting@evergreen-print.example', locale: 'en', permission: 'restricted' },
      { email: 'sales@evergreen-print.example', locale: 'en', isInvited: true },
    ],
  },
  {
    name: channelName,
    parent: distributorName,
    joined: 24,
    favorites: [0, 1],
    address: 'Hafenstraße 12\n20457 Greenhaven',
    pagesByHand: 6_400,
    users: [{ email: 'hallo@harbour-office.example', locale: 'de' }],
  },
  {
    name: libraryName,
    parent: channelName,
    externalId: 'HOS-1001',
    joined: 23,
    favorites: [0, 1],
    feed: { type: 'fmaudit', externalId: 'city-library', devices: 'devices=4,daily=480,seed=7' },
    users: [{ email: 'desk@city-library.example', locale: 'en' }],
  },
  {
    name: schoolName,
    parent: channelName,
    externalId: 'HOS-1002',
    joined: 22,
    favorites: [2],
    feed: { type: 'fmaudit', externalId: 'hillside', devices: 'devices=5,daily=790,seed=23' },
    users: [{ email: 'office@hillside-school.example', locale: 'en' }],
  },
  {
    name: 'Summit Business Machines',
    parent: distributorName,
    joined: 19,
    favorites: [1],
    pagesByHand: 7_800,
    users: [{ email: 'info@summit-machines.example', locale: 'en' }],
  },
  {
    name: 'Riverside Clinic',
    parent: 'Summit Business Machines',
    externalId: 'SBM-01',
    joined: 18,
    favorites: [1, 2],
    feed: {
      type: 'printanista',
      externalId: 'riverside',
      devices: 'devices=5,daily=580,seed=31',
      silentDays: 9,
    },
    users: [{ email: 'facilities@riverside-clinic.example', locale: 'en' }],
  },
  {
    name: 'Old Mill Council',
    parent: 'Summit Business Machines',
    externalId: 'SBM-02',
    joined: 15,
    favorites: [0],
    pagesByHand: 34_000,
    unpaidMonths: 3,
    users: [],
  },
  {
    name: universityName,
    parent: 'Summit Business Machines',
    externalId: 'SBM-03',
    joined: 8,
    favorites: [0, 1, 2],
    feed: { type: 'printanista', externalId: 'lakeside', devices: 'devices=8,daily=1360,seed=42' },
    paysOn: 6,
    users: [{ email: 'print@lakeside-university.example', locale: 'en' }],
  },
  {
    name: 'Grand Station Hotel',
    parent: 'Summit Business Machines',
    externalId: 'SBM-04',
    joined: 9,
    left: 2,
    favorites: [0],
    pagesByHand: 18_000,
    users: [],
  },
  {
    name: 'Seaside Copy Centre',
    parent: distributorName,
    joined: 11,
    favorites: [1],
    pagesByHand: 11_000,
    users: [{ email: 'bonjour@seaside-copy.example', locale: 'fr' }],
  },
  {
    name: 'Meadow Primary School',
    parent: 'Seaside Copy Centre',
    externalId: 'SCC-1',
    joined: 10,
    favorites: [2],
    pagesByHand: 29_000,
    users: [],
  },
  {
    name: 'Lighthouse Museum',
    parent: 'Seaside Copy Centre',
    externalId: 'SCC-2',
    joined: 3,
    favorites: [0, 1],
    feed: { type: 'fmaudit', externalId: 'lighthouse', devices: 'devices=3,daily=240,seed=5' },
    users: [],
  },
];
