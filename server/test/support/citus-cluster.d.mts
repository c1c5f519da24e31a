export interface CitusCluster {
  /** The first is the coordinator's. */
  readonly ports: readonly number[];
  readonly urlOf: (database: string, port?: number) => string;
  /** Process id of a node's server. */
  readonly pidOf: (port: number) => number;
  /** Stops a node; `SIGKILL` ends its server like a crash, `SIGINT` after ending its connections. */
  readonly stopNode: (port: number, signal: NodeJS.Signals) => Promise<void>;
  /** The node accepts connections and does not respond any more, as on a machine that hangs. Returns how to continue. */
  readonly hangNode: (port: number) => Promise<() => void>;
  readonly startNode: (port: number) => Promise<void>;
  readonly stop: () => Promise<void>;
}

/** The programs of the newest installed PostgreSQL (as Debian installs it) that has Citus; undefined if none has. */
export function findCitus(): Promise<string | undefined>;

/** Starts a coordinator and workers on the loopback interface. */
export function startCitusCluster(options: {
  readonly programs: string;
  readonly directory: string;
  readonly ports: readonly number[];
  readonly shards?: number;
  readonly settings?: Readonly<Record<string, string>>;
}): Promise<CitusCluster>;

/** Creates a database on all nodes and joins them. */
export function createCitusDatabase(
  cluster: Pick<CitusCluster, 'ports' | 'urlOf'>,
  name: string,
): Promise<void>;

/** Runs statements on a connection of their own; returns the rows of the last. */
export function query(url: string, statements: readonly string[]): Promise<Record<string, unknown>[]>;
