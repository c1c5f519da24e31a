export interface Contract {
  readonly templateOf: (method: string, path: string) => string | undefined;
  readonly check: (method: string, path: string, status: number, body: unknown) => void;
}

export function contractOf(document: unknown): Contract;
