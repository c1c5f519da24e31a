import { Option } from 'commander';
import {
  changeAccountSettings,
  operatorSettings,
  type OperatorSettings,
} from '../features/accounts/change-settings.js';
import { locales, type Locale } from '../messages/locales.js';
import type { Instance } from '../database/instance.js';
import { requireCarbonProjects } from '../features/projects/require-active-project.js';
import type { Command } from './command.js';
import { onInstance, type CliEnvironment, type Outcome } from './command-line.js';
import { requireAccount } from './operator-input.js';
import { readId, readIds, readPrice } from './option-parsers.js';

export function addAccountSettings(accounts: Command, line: CliEnvironment): void {
  onInstance(
    line,
    accounts
      .command('settings')
      .argument('<account>', 'its id', readId)
      .description(
        'show or change the price per page, the default carbon projects, the language and the badge',
      )
      .example('accounts settings ID')
      .example('accounts settings ID --rate 0.0003 --locale fr --badge on')
      .option('--carbon-projects <ids>', 'ids separated by commas; "" for none', readIds)
      .option('--rate <price>', 'price per standard page; "" for the default', readPrice)
      .addOption(new Option('--locale <locale>', 'language of its certificates').choices(locales))
      .addOption(new Option('--badge <state>', 'show or hide its public badge').choices(['on', 'off'])),
    settings,
  );
}

interface SettingsOptions {
  readonly carbonProjects?: string[];
  /** Empty: use the default. */
  readonly rate?: string;
  readonly locale?: Locale;
  readonly badge?: 'on' | 'off';
}

async function settings({ context }: Instance, id: string, options: SettingsOptions): Promise<Outcome> {
  const { db } = context;
  const account = await requireAccount(db, id);
  const changes: Partial<OperatorSettings> = {
    ...(options.rate !== undefined && { rate: options.rate === '' ? null : options.rate }),
    ...(options.carbonProjects !== undefined && { carbonProjectIds: options.carbonProjects }),
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
      `${account.name}: rate ${rate ?? 'of the methodology'}, carbon projects ${carbonProjectIds.join(', ') || 'none'}, ` +
      `locale ${locale}, badge ${badgeEnabled ? 'on' : 'off'}`,
  };
}
