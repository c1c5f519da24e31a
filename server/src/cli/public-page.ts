import type { AccountId } from '../features/accounts/account.js';
import { changeAccountSettings } from '../features/accounts/change-settings.js';
import { findAccountOfSlug, publicPageSettings } from '../features/accounts/public-page-store.js';
import type { Context } from '../database/context.js';
import type { Instance } from '../database/instance.js';
import { invalid, missing } from '../platform/errors.js';
import { Slug } from '../wire/account-settings.js';
import { presentListedPublicPage } from '../wire/dashboard/public-page.js';
import type { Command } from './command.js';
import { onInstance, rejectIf, type CliEnvironment, type Outcome } from './command-line.js';
import { requireAccount } from './operator-input.js';
import { fieldOf, readId } from './option-parsers.js';

const readSlug = fieldOf(Slug);

interface PageOptions {
  readonly account?: string;
  readonly slug?: string;
}

export function addPublicPageCommands(program: Command, line: CliEnvironment): void {
  const pages = program
    .command('public-page')
    .description('show the public page of an account, or switch it on or off');
  const add = (
    name: string,
    description: string,
    work: (instance: Instance, options: PageOptions) => Promise<Outcome>,
  ): void => {
    const command = pages
      .command(name)
      .description(description)
      .example(`public-page ${name} --slug evergreen-print`)
      .option('--account <id>', 'the account of the page', readId)
      .option('--slug <slug>', 'the end of its address, such as evergreen', readSlug);
    onInstance(line, rejectIf(command, choiceProblem), work);
  };
  add('show', 'show whether the page is on, and its address', show);
  add('enable', 'switch the page on again', (instance, options) => switchPage(instance, options, true));
  add('disable', 'switch the page off at once', (instance, options) => switchPage(instance, options, false));
}

function choiceProblem(command: Command): string | undefined {
  const { account, slug } = command.opts<PageOptions>();
  return (account === undefined) === (slug === undefined) ? 'use either --account or --slug' : undefined;
}

async function requireOwner({ db }: Context, { account, slug = '' }: PageOptions): Promise<AccountId> {
  if (account !== undefined) return (await requireAccount(db, account)).id;
  const owner = await findAccountOfSlug(db, slug);
  if (owner === undefined) throw missing(`There is no public page ${slug}`);
  return owner;
}

const show = async ({ context }: Instance, options: PageOptions): Promise<Outcome> =>
  describe(context, await requireOwner(context, options));

async function switchPage({ context }: Instance, options: PageOptions, enabled: boolean): Promise<Outcome> {
  const owner = await requireOwner(context, options);
  const { slug } = await publicPageSettings(context.db, owner);
  if (enabled && slug === null)
    throw invalid('This account has no public page yet: it chooses its address in its settings');
  await changeAccountSettings(context, owner, { publicPage: { enabled } });
  return describe(context, owner);
}

async function describe({ db, baseUrl }: Context, owner: AccountId): Promise<Outcome> {
  const { name } = await requireAccount(db, owner);
  const { slug, enabled, include_descendants, url } = presentListedPublicPage(
    await publicPageSettings(db, owner),
    baseUrl(),
  );
  return {
    value: { account_id: owner, slug, enabled, include_descendants, url },
    text:
      url === null
        ? `${name} has no public page`
        : `${url} of ${name} is ${enabled ? 'on' : 'off'}${include_descendants ? ', with accounts below' : ''}`,
  };
}
