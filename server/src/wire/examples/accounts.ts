import { account, child, carbonProject, offset, date } from './ids.js';

const Account = {
  id: child,
  name: 'City Library',
  display_name: 'The City Library',
  external_id: 'HOS-1001',
  role: 'customer',
  created_at: '2026-01-05T09:30:00Z',
  parent_id: account,
  status: 'active',
  activated_at: '2026-01-05T09:30:00Z',
  deactivated_at: null,
};

const User = {
  id: '01980c5e-2f00-7c1a-9f6e-3b1f0a6d7e0d',
  account_id: account,
  full_name: 'Front desk',
  email: 'office@example.com',
  locale: 'en',
  created_at: date,
};

const PublicPage = { slug: 'city-library', enabled: true, include_descendants: false };

export const accountExamples = {
  Account,
  AccountChanges: { display_name: 'The City Library' },
  AccountSettings: {
    locale: 'en',
    badge_enabled: true,
    badge_url: `https://regrove.example/accounts/${account}/badge.svg`,
    carbon_project_ids: [carbonProject],
    public_page: PublicPage,
  },
  AccountSettingsChanges: {
    locale: 'en',
    badge_enabled: true,
    carbon_project_ids: [carbonProject],
    public_page: PublicPage,
  },
  ExpandedAccount: {
    ...Account,
    accounts_count: 0,
    users_count: 2,
    mtd_pages: 41000,
    qtd_pages: 120400,
    ytd_pages: 402110,
    ltd_pages: 511870,
    mtd_trees: 4.920197,
    qtd_trees: 14.448578,
    ytd_trees: 48.255131,
    ltd_trees: 61.426857,
  },
  NewAccount: { name: 'City Library', display_name: 'The City Library', external_id: 'HOS-1001' },
  PublicPage,
  PublicPageChanges: PublicPage,
  User,
  ExpandedUser: { ...User, permission: 'full' },
  NewUser: { email: 'office@example.com', full_name: 'Front desk', locale: 'en', permission: 'full' },
  UserChanges: { permission: 'restricted' },
  VolumePeriod: { account_id: account, date: '2026-10-01T00:00:00Z', pages: 41000, trees: 4.920197 },
  Deleted: { id: offset, deleted: true },
};
