import { hash } from 'node:crypto';
import { isKnownEntry, type CertificateIssued, type Entry } from '@regrove/verify';
import { isUuid } from '../platform/ids.js';
import { escapeControls } from '../platform/text/control-characters.js';
import { shorten } from '../platform/text/shorten.js';

/** Of the certificates of a month. Pages and trees are those that are not withdrawn. */
export interface MonthSums {
  issued: number;
  withdrawn: number;
  pages: bigint;
  /** In millionths. */
  trees: bigint;
}

const decimals = 6;
/** What is reported of problems that a log has by the thousand. */
const maxProblems = 20;
const maxTypes = 100;

/** Adds up a log entry by entry. Keeps less than 200 bytes for each certificate. */
export class LogSums {
  readonly months = new Map<string, MonthSums>();
  /** How many entries of other types there are. */
  readonly others = new Map<string, number>();
  /** The first ones. Each is a sentence. */
  readonly problems: string[] = [];
  problemCount = 0;

  readonly #places = new Map<string, number>();
  /** Of the certificate at the same place: what a withdrawal takes back, and null if that has happened. */
  readonly #amounts: (readonly [month: string, pages: number | string, trees: number | bigint] | null)[] = [];

  add(entry: Entry, index: number): void {
    if (isKnownEntry(entry) && entry.type === 'certificate.issued') this.#issue(entry, index);
    else if (isKnownEntry(entry) && entry.type === 'certificate.withdrawn') this.#withdraw(entry.id, index);
    else this.#count(entry.type);
  }

  #count(given: string): void {
    const type = shorten(given, 100);
    const name = this.others.has(type) || this.others.size < maxTypes ? type : 'of further types';
    this.others.set(name, (this.others.get(name) ?? 0) + 1);
  }

  #issue({ id, date, pages, trees }: CertificateIssued, index: number): void {
    const key = compact(id);
    if (this.#places.has(key)) {
      this.#report(`Entry ${index} issues the certificate ${quoted(id)} once more.`);
      return;
    }
    const millionths = BigInt(trees.replace('.', ''));
    const amount = Number(millionths);
    const month = date.slice(0, 7);
    this.#places.set(key, this.#amounts.length);
    this.#amounts.push([month, pages, Number.isSafeInteger(amount) ? amount : millionths]);
    const sums = this.months.get(month) ?? { issued: 0, withdrawn: 0, pages: 0n, trees: 0n };
    this.months.set(month, sums);
    sums.issued++;
    sums.pages += BigInt(pages);
    sums.trees += millionths;
  }

  #withdraw(id: string, index: number): void {
    const place = this.#places.get(compact(id));
    const [month = '', pages = 0, trees = 0] = this.#amounts[place ?? -1] ?? [];
    const sums = this.months.get(month);
    if (place === undefined || !sums) {
      const problem = place === undefined ? ', which was never issued' : ' once more';
      this.#report(`Entry ${index} withdraws the certificate ${quoted(id)}${problem}.`);
      return;
    }
    this.#amounts[place] = null;
    sums.withdrawn++;
    sums.pages -= BigInt(pages);
    sums.trees -= BigInt(trees);
  }

  #report(problem: string): void {
    this.problemCount++;
    if (this.problems.length < maxProblems) this.problems.push(problem);
  }
}

/** An id takes 16 bytes instead of 36, and one that no server makes 32, however long it is. */
const compact = (id: string): string =>
  (isUuid(id) ? Buffer.from(id.replaceAll('-', ''), 'hex') : hash('sha256', id, 'buffer')).toString('latin1');

/** A log may have any ids, also such that look like further lines of the report. */
const quoted = (id: string): string => escapeControls(shorten(id, 100));

/** Such as `0.113164`. */
export function formatTrees(millionths: bigint): string {
  const digits = String(millionths).padStart(decimals + 1, '0');
  return `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}
