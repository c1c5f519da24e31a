import type { Command } from '../cli/command.js';
import type { CliEnvironment } from '../cli/command-line.js';
import {
  sendHttpRequestForBytes,
  connectionErrorMessage,
  ResponseTooLongError,
} from '../cli/http-request.js';
import { addServerOptions, serverOf, type ApiServer, type ServerOptions } from '../cli/server-options.js';
import { isScopedKey } from '../features/keys/api-key.js';
import { scopeKinds } from '../features/keys/key-scope.js';
import type { ApiAnswer, SendApiRequest } from '../http/mcp/api-request.js';
import { ApiResponseTooLongError } from '../http/mcp/result-limits.js';
import { refusalIn } from '../http/mcp/tool-result.js';
import { messageWithCauses, unavailable } from '../platform/errors.js';
import { stopSignal } from '../platform/stop-signal.js';
import { readVersion } from '../platform/version.js';
import { revisionNames } from '../wire/revisions/index.js';

interface McpCommandOptions extends ServerOptions {
  readonly write?: boolean;
}

/** Not among the other commands, because its tools are the routes of the server. */
export function addMcpCommand(program: Command, line: CliEnvironment): void {
  addServerOptions(
    program
      .command('mcp')
      .example('mcp --key KEY')
      .description(
        'serve the API of a running server to an AI assistant, by MCP on standard input and output; needs no database',
      ),
  )
    .option('--write', 'also offer what changes something; otherwise only what reads')
    .action((options: McpCommandOptions) => serve(line, options));
}

const timeoutMs = 60_000;
const startTimeoutMs = 10_000;

/** Standard output belongs to the protocol: all else is written to standard error. */
async function serve(line: CliEnvironment, { write = false, ...options }: McpCommandOptions): Promise<void> {
  const config = line.config();
  const server = await serverOf(config, options);
  const version = await readVersion();
  const headers = { authorization: `Bearer ${options.key}`, 'user-agent': `Regrove/${version} (mcp)` };
  const ask = (revision: string | undefined, patience: number): SendApiRequest =>
    apiAt({
      ...server,
      timeoutMs: patience,
      // So that answers are what the tools promise, whatever happens to the key.
      headers: { ...headers, ...(revision !== undefined && { 'api-revision': revision }) },
    });
  const revision = await revisionOfKey(server.baseUrl, ask(undefined, startTimeoutMs));

  const { createMcpServer } = await import('../http/mcp/mcp-server.js');
  const { StdioServerTransport } = await import('@modelcontextprotocol/sdk/server/stdio.js');
  const mcp = createMcpServer({
    version,
    rights: { revision, mayWrite: write, scopes: isScopedKey(options.key) ? scopeKinds : undefined },
    sendApiRequest: ask(revision, timeoutMs),
    writeAdvice: 'This server was started without --write',
    onFailure: (error) => line.err(messageWithCauses(error)),
  });
  const ended = Promise.race([inputEnds(), stopSignal(() => undefined, config)]);
  await mcp.connect(new StdioServerTransport());
  await ended;
  await mcp.close();
}

/** Clients stop a server by closing its input. */
const inputEnds = (): Promise<void> =>
  new Promise((resolve) => {
    process.stdin.once('end', resolve).once('close', resolve);
  });

interface Api extends ApiServer {
  readonly headers: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
}

const apiAt =
  ({ baseUrl, headers, ca, timeoutMs: patience }: Api): SendApiRequest =>
  async (request, maxBytes) => {
    try {
      return await sendHttpRequestForBytes({
        url: new URL(baseUrl + request.path),
        method: request.method,
        headers: { accept: 'application/json', ...headers, ...request.headers },
        ...(request.body !== undefined && { body: request.body }),
        ca,
        timeoutMs: patience,
        maxBytes,
      });
    } catch (error) {
      if (error instanceof ResponseTooLongError) throw new ApiResponseTooLongError(maxBytes, error.status);
      throw unavailable(`${baseUrl} cannot be reached: ${connectionErrorMessage(error)}`);
    }
  };

/** Every answer to a key that is valid names it, refusals included. */
async function revisionOfKey(baseUrl: string, exchange: SendApiRequest): Promise<string> {
  const answer: ApiAnswer = await exchange({ method: 'GET', path: '/v1/account' }, 1_048_576);
  const revision = answer.headers['api-revision'];
  if (typeof revision !== 'string')
    throw new Error(`${baseUrl} answers ${answer.status}: ${refusalIn(answer).error}`);
  if (!revisionNames.includes(revision))
    throw new Error(`The key is pinned to revision ${revision}, which this version does not know: update it`);
  return revision;
}
