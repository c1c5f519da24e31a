export interface Piece {
  readonly text: string;
  /** Empty for signs and spaces. */
  readonly kind: 'key' | 'string' | 'number' | '';
}

export function prettyPrint(json: string): Piece[];
