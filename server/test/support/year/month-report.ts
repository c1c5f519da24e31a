import type { Sizes } from './measurements.js';

export interface IncidentReport {
  readonly name: string;
  readonly date: Date;
  readonly seconds: number;
  readonly isExpensive: boolean;
  /** What clients saw of it. */
  readonly clients: string;
  readonly result: string;
}

export interface MonthReport {
  readonly month: string;
  readonly version: string;
  /** Acknowledged ones. */
  readonly writes: number;
  readonly pages: number;
  readonly invoices: number;
  readonly invoiced: string;
  readonly closeSeconds: number;
  readonly seconds: number;
  readonly memory: { readonly server: number; readonly worker: number };
  readonly sizes: Sizes;
  readonly incidents: readonly IncidentReport[];
}
