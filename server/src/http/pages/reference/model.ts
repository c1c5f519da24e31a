/** The API of one revision as the page shows it, without references to follow. */
export interface ApiDescription {
  readonly revision: string;
  /** Ends with /v1. */
  readonly baseUrl: string;
  readonly groups: readonly OperationGroup[];
  /** What every operation takes, told once. */
  readonly commonParameters: readonly Field[];
  readonly failures: readonly Failure[];
  readonly requiresUserAgent: boolean;
}

export interface OperationGroup {
  readonly name: string;
  readonly description: string;
  readonly operations: readonly Operation[];
}

export interface Operation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly summary: string;
  /** In the path, the query and headers of its own. */
  readonly parameters: readonly (Field & { readonly place: 'path' | 'query' | 'header' })[];
  readonly request: Body | undefined;
  readonly answer: Body;
  /** What an `{id}` in the path may look like. */
  readonly exampleId: string;
}

export interface Body {
  readonly fields: readonly Field[];
  readonly isList: boolean;
  readonly example: unknown;
}

/** A field, or one inside it: then its name is that of the way to it, such as `items[].mass`. */
export interface Field {
  readonly name: string;
  readonly type: string;
  readonly isRequired: boolean;
  /** What its values are bound to, in words. */
  readonly bounds: readonly string[];
  readonly meaning: string;
}

export interface Failure {
  readonly status: number;
  readonly description: string;
  readonly example: unknown;
}
