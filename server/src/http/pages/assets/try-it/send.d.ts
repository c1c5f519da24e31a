interface Operation {
  readonly method: string;
  readonly path: string;
  readonly fields: readonly { readonly name: string; readonly place: string }[];
}

interface Entered {
  readonly values: ReadonlyMap<string, string>;
  readonly account: string;
  readonly body: { readonly mediaType: string; readonly text: string } | undefined;
  readonly accept: string;
}

export function requestOf(
  operation: Operation,
  entered: Entered,
  by: { readonly key: string; readonly revision: string },
): { readonly url: string; readonly init: object };
