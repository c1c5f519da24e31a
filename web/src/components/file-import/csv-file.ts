/** The idempotency key belongs to the file, so that it is imported once. */
export interface CsvFile {
  readonly name: string;
  readonly csv: string;
  readonly key: string;
}
