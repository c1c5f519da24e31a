import { expect } from 'vitest';
import type { Processes } from '../faults/processes.js';
import { visitor, type Visitor } from '../visitor.js';

/** A person with one browser, whichever version answers. */
export class Person {
  readonly #cookies = new Map<string, string>();

  /** Adds the person to an account, and signs in with a link. */
  async signIn(version: Processes, account: string): Promise<void> {
    const email = 'person@example.com';
    await version.command('users', 'create', '--account', account, '--email', email);
    const { url } = await version.command('users', 'sign-in-link', '--email', email);
    const { status } = await (await this.#at(version)).visit('POST', new URL(url).pathname, { form: {} });
    expect(status).toBe(303);
  }

  /** Checks that the person need not sign in again. */
  async expectSignedIn(version: Processes): Promise<void> {
    const { status, body } = await (await this.#at(version)).get('/app/session');
    expect({ status, body }).toMatchObject({ status: 200 });
  }

  async #at(version: Processes): Promise<Visitor> {
    const { url, agent } = await version.connection();
    return visitor({ agent, running: { baseUrl: new URL(url).origin } }, this.#cookies);
  }
}
