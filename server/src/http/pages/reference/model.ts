/** The API of one revision as the page shows it, with all references resolved. */
export interface ApiDescription {
  readonly revision: string;
  /** Ends with /v1. */
  readonly baseUrl: string;
  readonly groups: readonly OperationGroup[];
  /** Parameters of every operation, shown once. */
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
  /** Its path and query parameters, and its own headers. */
  readonly parameters: readonly Parameter[];
  readonly request: Body | undefined;
  /** The body in other formats than JSON. */
  readonly otherBodies: readonly TextBody[];
  readonly answer: Body;
  /** The media types that Accept can ask for. The first is JSON. */
  readonly answerTypes: readonly string[];
  /** An example of the `{id}` in the path. */
  readonly exampleId: string;
}

export interface Parameter extends Field {
  readonly place: 'path' | 'query' | 'header';
  /** If it has only these values. */
  readonly options: readonly string[];
}

export interface TextBody {
  readonly mediaType: string;
  readonly example: string;
}

export interface Body {
  readonly fields: readonly Field[];
  readonly isList: boolean;
  readonly example: unknown;
}

/** A field. A nested one is named by its path, for example `items[].mass`. */
export interface Field {
  readonly name: string;
  readonly type: string;
  readonly isRequired: boolean;
  /** Constraints on its values, in words. */
  readonly bounds: readonly string[];
  readonly meaning: string;
}

export interface Failure {
  readonly status: number;
  readonly description: string;
  readonly example: unknown;
}
