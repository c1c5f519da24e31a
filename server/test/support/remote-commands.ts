import pg from 'pg';
import type { TestServer } from './test-server.js';

/** What a request sends to other nodes of a distributed database. */
export interface RemoteCommands {
  /** Commands with data; not those that begin and end transactions. */
  readonly commands: number;
  readonly nodes: number;
  /** Whether it ends with a two-phase commit. */
  readonly isTwoPhase: boolean;
}

interface Sent {
  readonly command: string;
  readonly node: string;
}

export interface RemoteCommandRecorder {
  readonly during: (work: () => Promise<unknown>) => Promise<RemoteCommands>;
  readonly stop: () => void;
}

const ofTransactions = /^(BEGIN|COMMIT|ROLLBACK|PREPARE TRANSACTION|SAVEPOINT|RELEASE)/;

/** Counts the commands that the coordinator sends for the server. Its connections are replaced by ones that tell. */
export async function watchRemoteCommands(server: TestServer): Promise<RemoteCommandRecorder> {
  let sent: Sent[] = [];
  const prototype = pg.Client.prototype as unknown as Record<'connect', (...args: unknown[]) => unknown>;
  const { connect } = prototype;
  prototype.connect = function watched(this: pg.Client, ...args) {
    this.on('notice', ({ message = '', detail = '' }) => {
      const command = /^issuing ([\s\S]*)/.exec(message)?.[1];
      if (command !== undefined) sent.push({ command, node: /:(\d+) /.exec(detail)?.[1] ?? '' });
    });
    return connect.apply(this, args);
  };
  await server.sql(`alter database ${server.database.name} set citus.log_remote_commands = on`);
  await server.sql(`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()`);
  return {
    async during(work) {
      sent = [];
      await work();
      return {
        commands: sent.filter(({ command }) => !ofTransactions.test(command)).length,
        nodes: new Set(sent.map(({ node }) => node)).size,
        isTwoPhase: sent.some(({ command }) => command.startsWith('PREPARE TRANSACTION')),
      };
    },
    stop: () => void (prototype.connect = connect),
  };
}
