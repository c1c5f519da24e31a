/** An offset that a client has created, and whether it may still be deleted. */
interface KnownOffset {
  readonly pages: number;
  readonly certificate: string;
  readonly isBare: boolean;
  isBilled: boolean;
}

/** What the clients of a customer know, because it was acknowledged. */
export interface CustomerBook {
  /** Of each device the total that was sent first, which is not counted, and the last one. */
  readonly readings: Map<string, { readonly first: number; last: number }>;
  /** Deposits that were not deleted, with their pages. */
  readonly deposits: Map<string, { readonly pages: number; isSettled: boolean }>;
  readonly deletedDeposits: string[];
  readonly offsets: Map<string, KnownOffset>;
  /** Certificates of deleted offsets. */
  readonly withdrawn: string[];
  /** Millionths of a tonne. */
  readonly carbon: Map<string, number>;
  quotes: number;
  /** Pages that wait for the end of the month, and those that had one. */
  unsettled: number;
  settled: number;
  /** What has to be on the next invoice, in millionths of the currency, and in how many lines. */
  unbilled: number;
  unbilledLines: number;
  billed: number;
  invoices: number;
}

/** 0.0003 for a page. */
const pricePerPage = 300;
/** 10 for a tonne. */
const pricePerMillionth = 10;

export const emptyBook = (): CustomerBook => ({
  readings: new Map(),
  deposits: new Map(),
  deletedDeposits: [],
  offsets: new Map(),
  withdrawn: [],
  carbon: new Map(),
  quotes: 0,
  unsettled: 0,
  settled: 0,
  unbilled: 0,
  unbilledLines: 0,
  billed: 0,
  invoices: 0,
});

export function addReading(book: CustomerBook, device: string, total: number): void {
  const known = book.readings.get(device);
  if (!known) {
    book.readings.set(device, { first: total, last: total });
    return;
  }
  book.unsettled += total - known.last;
  known.last = total;
}

export function addDeposit(book: CustomerBook, id: string, pages: number): void {
  book.deposits.set(id, { pages, isSettled: false });
  book.unsettled += pages;
}

export function deleteDeposit(book: CustomerBook, id: string): void {
  book.unsettled -= book.deposits.get(id)?.pages ?? 0;
  book.deposits.delete(id);
  book.deletedDeposits.push(id);
}

export function addOffset(
  book: CustomerBook,
  { id, pages, certificate_id: certificate }: { id: string; pages: number; certificate_id: string },
  isBare: boolean,
): void {
  book.offsets.set(id, { pages, certificate, isBare, isBilled: false });
  owe(book, pages * pricePerPage);
}

export function withdrawOffset(book: CustomerBook, id: string): void {
  const offset = book.offsets.get(id);
  if (!offset) return;
  book.offsets.delete(id);
  book.withdrawn.push(offset.certificate);
  book.unbilled -= offset.pages * pricePerPage;
  book.unbilledLines--;
}

export function addCarbon(book: CustomerBook, id: string, tonnes: number): void {
  const millionths = Math.round(tonnes * 1e6);
  book.carbon.set(id, millionths);
  owe(book, millionths * pricePerMillionth);
}

/** Turns what waits into an offset, as the end of a month must do; returns its pages. */
export function settle(book: CustomerBook): number {
  const pages = book.unsettled;
  if (pages < 1) return 0;
  for (const deposit of book.deposits.values()) deposit.isSettled = true;
  book.settled += pages;
  book.unsettled = 0;
  owe(book, pages * pricePerPage);
  return pages;
}

/** Returns what the invoice must have, and how many lines. */
export function bill(book: CustomerBook): { readonly amount: number; readonly lines: number } {
  const owed = { amount: book.unbilled, lines: book.unbilledLines };
  for (const offset of book.offsets.values()) offset.isBilled = true;
  book.billed += owed.amount;
  if (owed.lines > 0) book.invoices++;
  book.unbilled = book.unbilledLines = 0;
  return owed;
}

/** All pages that were deposited, whether they are settled or not. */
export const depositedPages = (book: CustomerBook): number =>
  sum([...book.deposits.values()].map(({ pages }) => pages)) +
  sum([...book.readings.values()].map(({ first, last }) => last - first));

export const offsetPages = (book: CustomerBook): number =>
  book.settled + sum([...book.offsets.values()].map(({ pages }) => pages));

export const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);

function owe(book: CustomerBook, amount: number): void {
  book.unbilled += amount;
  book.unbilledLines++;
}
