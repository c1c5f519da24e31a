import type { Metric, Registry } from 'prom-client';

/** Durations of one kind. Observing takes two additions; prom-client would build a key each time. */
export class HistogramSeries {
  readonly #bounds: readonly number[];
  /** One more than the bounds, for durations beyond the last. */
  readonly counts: number[];
  sum = 0;

  constructor(bounds: readonly number[]) {
    this.#bounds = bounds;
    this.counts = new Array<number>(bounds.length + 1).fill(0);
  }

  observe(seconds: number): void {
    let place = 0;
    while (seconds > (this.#bounds[place] ?? Infinity)) place++;
    this.counts[place] = (this.counts[place] ?? 0) + 1;
    this.sum += seconds;
  }
}

type Labels = Readonly<Record<string, string>>;

interface Timed {
  readonly labels: Labels;
  readonly timing: HistogramSeries;
}

interface TimingOptions {
  readonly name: string;
  readonly help: string;
  readonly bounds: readonly number[];
}

/** Timings as one histogram of a registry. Call `add` once per combination of labels. */
export class DurationHistogram {
  readonly #options: TimingOptions;
  readonly #timed: Timed[] = [];

  constructor(registry: Registry, options: TimingOptions) {
    this.#options = options;
    const metric = {
      name: options.name,
      get: () => Promise.resolve(this.#read()),
      reset: () => undefined,
    };
    // A registry, of this or of another process, only uses the name and `get` of a metric.
    registry.registerMetric(metric as unknown as Metric);
  }

  add(labels: Labels): HistogramSeries {
    const timing = new HistogramSeries(this.#options.bounds);
    this.#timed.push({ labels, timing });
    return timing;
  }

  #read(): object {
    const { name, help } = this.#options;
    const values = this.#timed.flatMap((timed) => this.#valuesOf(timed));
    return { name, help, type: 'histogram', values, aggregator: 'sum' };
  }

  #valuesOf({ labels, timing: { counts, sum } }: Timed): object[] {
    const { name, bounds } = this.#options;
    let count = 0;
    const buckets = counts.map((more, place) => ({
      metricName: `${name}_bucket`,
      labels: { le: bounds[place] ?? '+Inf', ...labels },
      value: (count += more),
    }));
    return [
      ...buckets,
      { metricName: `${name}_sum`, labels, value: sum },
      { metricName: `${name}_count`, labels, value: count },
    ];
  }
}
