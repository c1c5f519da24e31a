import type { Account } from '../../features/accounts/account.js';

/** What the demo has created so far, by name. */
export class DemoState {
  readonly #accounts = new Map<string, Account>();
  readonly forestry: readonly string[];
  readonly carbon: readonly string[];

  constructor(projects: { readonly forestry: readonly string[]; readonly carbon: readonly string[] }) {
    this.forestry = projects.forestry;
    this.carbon = projects.carbon;
  }

  add(account: Account): void {
    this.#accounts.set(account.name, account);
  }

  account(name: string): Account {
    const account = this.#accounts.get(name);
    if (!account) throw new Error(`The demo has no account ${name} yet`);
    return account;
  }
}
