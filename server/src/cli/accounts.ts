import { Option, type Command } from 'commander';
import { roles, type Role } from '../accounts/account.js';
import { expandAccount } from '../accounts/account-store.js';
import {
  changeAccountSettings,
  operatorSettings,
  type OperatorSettings,
} from '../accounts/change-settings.js';
import { createAccount, roleOfChild } from '../accounts/create-account.js';
import { locales, type Locale } from '../messages/locales.js';
import { decimal } from '../platform/decimals.js';
import { invalid } from '../platform/errors.js';
import type { Instance } from '../platform/instance.js';
import { requireCarbonProjects } from '../projects/require-active-project.js';
import { NewAccount, presentExpandedAccount } from '../wire/account.js';
import { onInstance, type CommandLine, type Outcome } from './command-line.js';
import { checked, requireAccount } from './operator-input.js';

export function addAccountCommands(program: Command, line: CommandLine): void {
  const accounts = program
    .command('accounts')
    .description('create accounts and set what only the operator may');
  onInstance(
    line,
    accounts
      .command('create')
      .description('create an account, a root without --parent')
      .requiredOption('--name <name>')
      .addOption(new Option('--role <role>').choices(roles).makeOptionMandatory())
      .option('--parent <id>')
      .option('--display-name <name>')
      .option('--external-id <id>'),
    create,
  );
  onInstance(
    line,
    accounts
      .command('settings')
      .argument('<account>')
      .description('show or set the price per page, the default carbon projects and what the public sees')
      .option('--carbon-projects <ids>', 'ids separated by commas; "" for none')
      .option('--rate <price>', 'price per standard page; "" for the default')
      .addOption(new Option('--locale <locale>', 'language of its certificates').choices(locales))
      .addOption(
        new Option('--badge <state>', 'a public badge with its trees to date').choices(['on', 'off']),
      ),
    settings,
  );
}

interface CreateOptions {
  readonly name: string;
  readonly role: Role;
  readonly parent?: string;
  readonly displayName?: string;
  readonly externalId?: string;
}

async function create({ context }: Instance, options: CreateOptions): Promise<Outcome> {
  const { db, clock } = context;
  const { role } = options;
  const input = checked(
    NewAccount,
    { name: options.name, display_name: options.displayName, external_id: options.externalId },
    'accounts create',
  );
  const parent = options.parent === undefined ? undefined : await requireAccount(db, options.parent);
  if (parent) requireRoleBelow(role, roleOfChild(parent));
  const created = await createAccount(context, parent, role, {
    name: input.name,
    displayName: input.display_name,
    externalId: input.external_id,
  });
  const account = await expandAccount(db, created.id, clock());
  return { value: presentExpandedAccount(account), text: `Created ${role} ${account.name}: ${account.id}` };
}

function requireRoleBelow(role: Role, expected: Role): void {
  if (role !== expected) throw invalid(`--role must be ${expected} below this parent`);
}

interface SettingsOptions {
  readonly carbonProjects?: string;
  readonly rate?: string;
  readonly locale?: Locale;
  readonly badge?: 'on' | 'off';
}

async function settings({ context }: Instance, id: string, options: SettingsOptions): Promise<Outcome> {
  const { db } = context;
  const account = await requireAccount(db, id);
  const changes: Partial<OperatorSettings> = {
    ...(options.rate !== undefined && { rate: readRate(options.rate) }),
    ...(options.carbonProjects !== undefined && {
      carbonProjectIds: options.carbonProjects.toLowerCase().split(',').filter(Boolean),
    }),
    ...(options.locale !== undefined && { locale: options.locale }),
    ...(options.badge !== undefined && { badgeEnabled: options.badge === 'on' }),
  };
  await requireCarbonProjects(db, changes.carbonProjectIds ?? [], '--carbon-projects');
  const { rate, carbonProjectIds, locale, badgeEnabled } =
    Object.keys(changes).length === 0
      ? await operatorSettings(db, account.id)
      : await changeAccountSettings(context, account.id, changes);
  return {
    value: {
      account_id: account.id,
      rate: rate === null ? null : Number(rate),
      carbon_project_ids: carbonProjectIds,
      locale,
      badge_enabled: badgeEnabled,
    },
    text:
      `${account.name}: rate ${rate ?? 'by the methodology'}, carbon projects ${carbonProjectIds.join(', ') || 'none'}, ` +
      `locale ${locale}, badge ${badgeEnabled ? 'on' : 'off'}`,
  };
}

function readRate(text: string): string | null {
  if (text === '') return null;
  if (!/^\d{1,6}(\.\d{1,10})?$/.test(text)) throw invalid('--rate must be a price such as 0.0003');
  return decimal(text).toFixed();
}
