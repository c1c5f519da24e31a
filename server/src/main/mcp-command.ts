import { Option } from 'commander';
import type { Command } from '../cli/command.js';
import type { CommandLine } from '../cli/command-line.js';
import { AnswerTooLongError, authoritiesFor, exchangeBytes, reasonOf } from '../cli/http-exchange.js';
import { readKey, readWebAddress } from '../cli/values.js';
import { isScopedKey } from '../features/keys/api-key.js';
import { scopeKinds } from '../features/keys/key-scope.js';
import type { ApiAnswer, Exchange } from '../http/mcp/exchange.js';
import { tooLong } from '../http/mcp/result-limits.js';
import { refusalIn } from '../http/mcp/tool-result.js';
import { messageWithCauses, unavailable } from '../platform/errors.js';
import { publicAddress } from '../platform/net/public-address.js';
import { stopSignal } from '../platform/stop-signal.js';
import { readVersion } from '../platform/version.js';
import { revisionNames } from '../wire/revisions/index.js';

interface McpCommandOptions {
  readonly key: string;
  readonly url?: string;
  readonly write?: boolean;
}

/** Not among the other commands, because its tools are the routes of the server. */
export function addMcpCommand(program: Command, line: CommandLine): void {
  program
    .command('mcp')
    .example('mcp --key KEY')
    .description(
      'serve the API of a running server to a model, by MCP on standard input and output; needs no database',
    )
    .addOption(
      new Option(
        '--key <key>',
        'API key of the account; other users of this machine can see it, REGROVE_KEY they cannot',
      )
        .env('REGROVE_KEY')
        .argParser(readKey)
        .makeOptionMandatory(),
    )
    .addOption(
      new Option('--url <url>', 'address of the server; default: the one that this folder would serve')
        .env('REGROVE_URL')
        .argParser(readWebAddress),
    )
    .option('--write', 'also offer what changes something; otherwise only what reads')
    .action((options: McpCommandOptions) => serve(line, options));
}

const timeoutMs = 60_000;
const startTimeoutMs = 10_000;

/** Standard output belongs to the protocol: all else is written to standard error. */
async function serve(line: CommandLine, { key, url, write = false }: McpCommandOptions): Promise<void> {
  const config = line.config();
  const baseUrl = (url ?? publicAddress(config, config.port)).replace(/\/+$/, '').replace(/\/v1$/, '');
  const version = await readVersion();
  const headers = { authorization: `Bearer ${key}`, 'user-agent': `Regrove/${version} (mcp)` };
  const ca = await authoritiesFor(config, baseUrl);
  const ask = (revision: string | undefined, patience: number): Exchange =>
    apiAt({
      baseUrl,
      ca,
      timeoutMs: patience,
      // So that answers are what the tools promise, whatever happens to the key.
      headers: { ...headers, ...(revision !== undefined && { 'api-revision': revision }) },
    });
  const revision = await revisionOfKey(baseUrl, ask(undefined, startTimeoutMs));

  const { createMcpServer } = await import('../http/mcp/mcp-server.js');
  const { StdioServerTransport } = await import('@modelcontextprotocol/sdk/server/stdio.js');
  const server = createMcpServer({
    version,
    rights: { revision, mayWrite: write, scopes: isScopedKey(key) ? scopeKinds : undefined },
    exchange: ask(revision, timeoutMs),
    writeAdvice: 'This server was started without --write',
    onFailure: (error) => line.err(messageWithCauses(error)),
  });
  const ended = Promise.race([inputEnds(), stopSignal(() => undefined, config)]);
  await server.connect(new StdioServerTransport());
  await ended;
  await server.close();
}

/** Clients stop a server by closing its input. */
const inputEnds = (): Promise<void> =>
  new Promise((resolve) => {
    process.stdin.once('end', resolve).once('close', resolve);
  });

interface Api {
  readonly baseUrl: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly ca: readonly string[] | undefined;
  readonly timeoutMs: number;
}

const apiAt =
  ({ baseUrl, headers, ca, timeoutMs: patience }: Api): Exchange =>
  async (request, maxBytes) => {
    try {
      return await exchangeBytes({
        url: new URL(baseUrl + request.path),
        method: request.method,
        headers: { accept: 'application/json', ...headers, ...request.headers },
        ...(request.body !== undefined && { body: request.body }),
        ca,
        timeoutMs: patience,
        maxBytes,
      });
    } catch (error) {
      if (error instanceof AnswerTooLongError) throw tooLong(maxBytes);
      throw unavailable(`${baseUrl} cannot be reached: ${reasonOf(error)}`);
    }
  };

/** Every answer to a key that is valid names it, refusals included. */
async function revisionOfKey(baseUrl: string, exchange: Exchange): Promise<string> {
  const answer: ApiAnswer = await exchange({ method: 'GET', path: '/v1/account' }, 1_048_576);
  const revision = answer.headers['api-revision'];
  if (typeof revision !== 'string')
    throw new Error(`${baseUrl} answers ${answer.status}: ${refusalIn(answer).error}`);
  if (!revisionNames.includes(revision))
    throw new Error(`The key is pinned to revision ${revision}, which this version does not know: update it`);
  return revision;
}
