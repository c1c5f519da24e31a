import pg from 'pg';
import type { DatabaseHosts } from './database-hosts.js';

type Callback = ((error: Error) => void) | ((error: null, client: pg.Client) => void);

/** The driver's connection, to the suitable one of several hosts. For the `Client` setting of a pool. */
export const failoverClient = (hosts: DatabaseHosts): typeof pg.Client =>
  class FailoverClient extends pg.Client {
    override connect(): Promise<pg.Client>;
    override connect(callback: Callback): void;
    override connect(callback?: Callback): Promise<pg.Client> | undefined {
      const connected = this.#connect();
      if (!callback) return connected;
      const report = callback as (error: unknown, client?: pg.Client) => void;
      connected.then((client) => {
        report(null, client);
      }, report);
      return undefined;
    }

    async #connect(): Promise<pg.Client> {
      const host = await hosts.find();
      // The pool closes the socket if this took too long.
      if (this.connection.stream.destroyed) throw new Error('timeout exceeded when trying to connect');
      Object.assign(this, host);
      // Where the driver looks for the line of a password file.
      Object.assign((this as unknown as { connectionParameters: object }).connectionParameters, host);
      // The pool listens only once this has succeeded, and without a listener, a lost connection would end the process.
      this.on('error', () => {
        hosts.distrust(host);
      });
      try {
        await super.connect();
        await hosts.accept(this, host);
        return this;
      } catch (error) {
        hosts.distrust(host);
        this.connection.stream.destroy();
        throw error;
      }
    }
  };
