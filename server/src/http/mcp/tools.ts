import type { Tool as ListedTool } from '@modelcontextprotocol/sdk/types.js';
import type { ScopeKind } from '../../features/keys/key-scope.js';
import { adapters } from '../../wire/revisions/index.js';
import type { ApiRoute, Effect } from '../route.js';
import { routeGroups } from '../routes/index.js';
import { schemasOf, usualLimit, type Argument } from './tool-schema.js';

/** A route of the API as a tool. */
export interface Tool {
  readonly route: ApiRoute;
  readonly args: ReadonlyMap<string, Argument>;
  readonly isReading: boolean;
  /** As clients see it. */
  readonly listed: ListedTool;
}

/** What a client may use. The API enforces this too, except for writing, which is limited for MCP only. */
export interface Rights {
  /** That of the key. */
  readonly revision: string;
  readonly mayWrite: boolean;
  /** The scopes that the key may have; undefined if it has none. */
  readonly scopes: readonly ScopeKind[] | undefined;
}

const known = new Map<string, ReadonlyMap<string, Tool>>();

/** All tools of a revision by name. Made once, when somebody asks for them. */
export function toolsOf(revision: string): ReadonlyMap<string, Tool> {
  const made = known.get(revision) ?? makeTools(revision);
  known.set(revision, made);
  return made;
}

export const isUsable = ({ route, isReading }: Tool, { mayWrite, scopes }: Rights): boolean =>
  (isReading || mayWrite) && (scopes?.some((scope) => route.scopes?.includes(scope)) ?? true);

const makeTools = (revision: string): ReadonlyMap<string, Tool> =>
  new Map(
    routeGroups.flatMap(({ tag, routes }) =>
      routes
        .filter(({ path, file }) => adapters.get(revision)?.hasPath(path) === true && !file)
        .map((route) => [route.operation, toolOf(route, tag, revision)] as const),
    ),
  );

function toolOf(route: ApiRoute, tag: string, revision: string): Tool {
  const { args, input, output } = schemasOf(route, revision);
  const isReading = route.method === 'GET';
  return {
    route,
    args,
    isReading,
    listed: {
      name: route.operation,
      description: describe(route, tag),
      inputSchema: input,
      outputSchema: output,
      annotations: {
        readOnlyHint: isReading,
        destructiveHint: !isReading && !isHarmless(route),
        idempotentHint: route.method !== 'POST',
        openWorldHint: has(route, 'contacts-others'),
      },
    },
  };
}

/** Creating something changes nothing else; a POST to something that exists (cancel, deactivate) may. */
const isHarmless = (route: ApiRoute): boolean =>
  route.method === 'POST' &&
  !route.path.includes('/:id') &&
  !has(route, 'grants-access') &&
  !has(route, 'is-billed');

const has = ({ effects = [] }: ApiRoute, effect: Effect): boolean => effects.includes(effect);

const describe = (route: ApiRoute, tag: string): string =>
  [
    `${tag}: ${route.summary.replace(/\.?$/, '.')}`,
    ...('item' in route
      ? [
          `Returns at most \`limit\` entries, ${usualLimit} if not given, and \`next_cursor\` if there are more.`,
        ]
      : []),
    ...('renditions' in route ? ['This tool returns JSON; the PDF is a resource.'] : []),
    ...('acceptsIdempotencyKey' in route && route.acceptsIdempotencyKey
      ? ['Give an `idempotency_key` to repeat a call safely: the same one does it once.']
      : []),
    `This is ${route.method} ${route.path} of the API.`,
  ].join(' ');
