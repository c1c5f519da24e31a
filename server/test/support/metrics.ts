import { request } from 'undici';

/** The parsed output of /metrics. */
export interface Scrape {
  readonly text: string;
  /** All names that a query can use, including those of the parts of histograms. */
  readonly names: ReadonlySet<string>;
  /** The value of the one series with all of these labels. */
  value(name: string, labels?: Readonly<Record<string, string>>): number | undefined;
  /** All values of a label. */
  labels(name: string, label: string): string[];
}

interface Series {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

export async function scrape(port: number | undefined): Promise<Scrape> {
  const answer = await request(`http://127.0.0.1:${String(port)}/metrics`);
  const text = await answer.body.text();
  if (answer.statusCode !== 200) throw new Error(`${String(answer.statusCode)}: ${text}`);
  return readMetrics(text);
}

export function readMetrics(text: string): Scrape {
  const series = text.split('\n').flatMap(readSeries);
  return {
    text,
    names: new Set(series.map(({ name }) => name)),
    value: (name, labels = {}) =>
      series.find(
        (one) =>
          one.name === name && Object.entries(labels).every(([key, value]) => one.labels[key] === value),
      )?.value,
    labels: (name, label) => [
      ...new Set(series.filter((one) => one.name === name).map(({ labels }) => labels[label] ?? '')),
    ],
  };
}

function readSeries(line: string): Series[] {
  if (line === '' || line.startsWith('#')) return [];
  const [, name = '', inner = '', value = ''] = /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
  if (name === '') throw new Error(`not a series: ${line}`);
  const labels = [...inner.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, key, text]) => [key, text]);
  return [{ name, labels: Object.fromEntries(labels), value: value === '+Inf' ? Infinity : Number(value) }];
}
