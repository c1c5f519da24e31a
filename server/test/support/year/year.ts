import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addMonths, isoDay, isoMonth } from '../../../src/platform/time/months.js';
import { creditHeader, verraLine } from '../credits.js';
import { Observer } from '../faults/observer.js';
import type { Random } from '../faults/random.js';
import type { PatroniCluster } from '../patroni/cluster.js';
import { startPatroni } from '../patroni/cluster.js';
import { ServerCertificate } from './certificates.js';
import { createCustomers, type Customer } from './customers.js';
import { runDay, noteCollected, planDay, type Projects } from './day.js';
import { runDailyJobs } from './daily-jobs.js';
import { MemorySamples, measureSizes } from './measurements.js';
import { endMonth } from './month-end.js';
import { MovingClock } from './moving-clock.js';
import type { IncidentReport, MonthReport } from './month-report.js';
import { LogMonitor } from './log-monitor.js';
import { shiftedPostgres } from './shifted-postgres.js';
import { Deployment, type Program } from './deployment.js';
import { Traffic } from './traffic.js';

/** Something that happens on a day, instead of an ordinary one. It lets the customers live as often as it needs. */
export interface Incident {
  readonly name: string;
  /** `night`: after the work of the day, while nobody sends anything. */
  readonly time: 'day' | 'night';
  /** It takes memory that an ordinary day does not. */
  readonly isExpensive?: boolean;
  readonly happen: (year: Year) => Promise<Pick<IncidentReport, 'clients' | 'result'>>;
}

export interface PlannedIncident {
  /** Of the year, from 1. */
  readonly month: number;
  readonly day: number;
  readonly incident: Incident;
}

export interface YearOptions {
  readonly customers: number;
  readonly months: number;
  readonly program: Program;
  readonly incidents: readonly PlannedIncident[];
  /** Told of each month and incident when it is over. */
  readonly onProgress: (text: string) => void;
}

const begin = new Date('2027-01-01T00:00:00Z');
const dayMs = 86_400_000;
const morningMs = 8 * 3_600_000;
/** After the daily collection has begun. */
const eveningMs = 21.5 * 3_600_000;

/** An installation on a moving clock, with its customers and all that happens to it. */
export class Year {
  readonly problems: string[] = [];
  readonly reports: MonthReport[] = [];
  readonly log: LogMonitor;
  readonly memory = new MemorySamples();
  observer: Observer;
  customers: readonly Customer[] = [];
  projects: Projects = { forestry: [], carbon: '' };
  /** What need not be waited for on the same day. */
  readonly pending: Promise<void>[] = [];
  /** What is needed until the end, besides the servers of customers. */
  readonly peers: { close(): Promise<void> }[] = [];
  #incidents: IncidentReport[] = [];

  private constructor(
    readonly options: YearOptions,
    readonly random: Random,
    readonly clock: MovingClock,
    readonly cluster: PatroniCluster,
    readonly folder: string,
    readonly certificate: ServerCertificate,
    readonly site: Deployment,
    readonly traffic: Traffic,
  ) {
    this.observer = new Observer({ connectionString: site.database.proxyUrl });
    this.log = new LogMonitor(traffic);
  }

  static async create(options: YearOptions, random: Random): Promise<Year> {
    const clock = new MovingClock();
    clock.beginAt(begin);
    // A jump is no sign that the other side has been silent.
    const cluster = await startPatroni({
      programs: await shiftedPostgres(clock),
      parameters: { wal_sender_timeout: '0', wal_receiver_timeout: '0' },
    });
    const folder = await mkdtemp(join(tmpdir(), 'regrove-year-files-'));
    const certificate = new ServerCertificate(folder, () => clock.now());
    await certificate.renew();
    const settings = { ...clock.env, ...certificate.env, REGROVE_ALLOW_PRIVATE_FEEDS: '127.0.0.0/8' };
    const site = await Deployment.create(settings, options.program, cluster, 'year.example/log');
    return new Year(
      options,
      random,
      clock,
      cluster,
      folder,
      certificate,
      site,
      new Traffic(site.balancer.port),
    );
  }

  /** Starts it, and creates projects, credits and accounts. */
  async open(): Promise<void> {
    const { site, traffic } = this;
    await site.start();
    const file = async (name: string, text: string): Promise<string> => {
      await writeFile(join(this.folder, name), text);
      return join(this.folder, name);
    };
    const forests = ['Forest', 'Grove', 'Wood'].map((name) => ({
      name,
      status: 'active',
      forest_latitude: -4.75,
      forest_longitude: 38.48,
    }));
    await site.run('projects', 'import', await file('projects.json', JSON.stringify(forests)));
    const stoves = [
      { name: 'Stoves', type: 'Energy efficiency', registry_name: 'Verra', price_per_tonne: 10 },
    ];
    await site.run('carbon-projects', 'import', await file('carbon.json', JSON.stringify(stoves)));
    const lots = [creditHeader, verraLine('Stoves', 1, 2_000)].join('\n');
    await site.run('carbon-credits', 'import', await file('lots.csv', lots));
    this.customers = await createCustomers(site, traffic, this.options.customers);
    const [{ channel }] = this.customers as [Customer];
    const ids = async (path: string): Promise<string[]> =>
      (await traffic.list(channel.key, path)).map(({ id }) => id);
    const [carbon = ''] = await ids('/carbon/projects');
    this.projects = { forestry: await ids('/forestry/projects'), carbon };
  }

  /** The customers send what they do in a day. Called again, they do as much once more on the same day. */
  async live(onDone?: () => void, customers = this.customers): Promise<void> {
    await runDay(planDay(customers, this.projects, this.random), this.projects, this.traffic, onDone);
  }

  async run(): Promise<void> {
    for (let month = 1; month <= this.options.months; month++) await this.#month(month);
  }

  async close(): Promise<void> {
    await this.observer.close();
    await this.traffic.close();
    await this.site.remove();
    await this.cluster.stop();
    for (const { printServer } of this.customers) await printServer?.close();
    for (const peer of this.peers) await peer.close();
    this.clock.remove();
    await rm(this.folder, { recursive: true, force: true });
    await rm(this.site.dataDir, { recursive: true, force: true });
  }

  async #month(number: number): Promise<void> {
    const first = addMonths(begin, number - 1);
    const next = addMonths(first, 1);
    const begun = performance.now();
    const before = this.traffic.acknowledged;
    const days = Math.round((next.getTime() - first.getTime()) / dayMs);
    for (let day = 1; day <= days; day++)
      await this.#day(
        new Date(first.getTime() + (day - 1) * dayMs),
        this.options.incidents.filter((one) => one.month === number && one.day === day),
      );
    await Promise.all(this.pending.splice(0));
    this.clock.jumpTo(new Date(next.getTime() + 20 * 60_000));
    const end = await endMonth(this.site, this.observer, this.customers, first);
    this.problems.push(...end.problems);
    this.reports.push({
      ...end,
      month: isoMonth(first),
      version: this.site.program.version,
      writes: this.traffic.acknowledged - before,
      closeSeconds: end.seconds,
      seconds: (performance.now() - begun) / 1_000,
      memory: this.memory.endMonth(),
      sizes: await measureSizes(this.observer, this.site),
      incidents: this.#incidents.splice(0),
    });
    this.options.onProgress(`${isoMonth(first)} took ${((performance.now() - begun) / 1_000).toFixed(0)} s`);
  }

  async #day(date: Date, planned: readonly PlannedIncident[]): Promise<void> {
    this.clock.jumpTo(new Date(date.getTime() + morningMs));
    const at = (time: Incident['time']): Incident[] =>
      planned.flatMap(({ incident }) => (incident.time === time ? [incident] : []));
    for (const incident of at('day')) await this.#happen(incident);
    if (at('day').length === 0) await this.live();
    this.clock.jumpTo(new Date(Math.max(date.getTime() + eveningMs, this.clock.now().getTime() + 1_000)));
    if (this.site.program.runsMissedMinutes === true) await this.site.startWorker();
    await runDailyJobs(this.observer);
    noteCollected(this.customers);
    for (const incident of at('night')) await this.#happen(incident);
    await this.log.look();
    await this.memory.take(this.site);
    const complaint = await this.certificate.problem(this.site.serverPort);
    if (complaint !== '') this.problems.push(complaint);
  }

  async #happen({ name, happen, isExpensive = false }: Incident): Promise<void> {
    const date = this.clock.now();
    const begun = performance.now();
    const outcome = await happen(this);
    const seconds = (performance.now() - begun) / 1_000;
    this.#incidents.push({ name, date, seconds, isExpensive, ...outcome });
    this.options.onProgress(
      `${isoDay(date)} ${name}: ${seconds.toFixed(1)} s, clients: ${outcome.clients}, ${outcome.result}`,
    );
  }
}
