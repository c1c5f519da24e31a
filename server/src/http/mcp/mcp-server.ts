import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import {
  CallToolRequestSchema,
  ErrorCode,
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  ListToolsRequestSchema,
  McpError,
  ReadResourceRequestSchema,
  type CallToolResult,
} from '@modelcontextprotocol/sdk/types.js';
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/ajv-provider.js';
import { visibleError } from '../edge/http-error.js';
import { shorten } from '../../platform/text/shorten.js';
import type { SendApiRequest } from './api-request.js';
import { listResources, readResource, resourceTemplates } from './resources.js';
import { ApiResponseTooLongError, maxJsonBytes } from './result-limits.js';
import { toolRequest, type Arguments } from './tool-request.js';
import { errorResult, failedToolResult, toolResult } from './tool-result.js';
import { isUsable, toolsOf, type Rights, type Tool } from './tools.js';

export interface McpOptions {
  readonly version: string;
  readonly rights: Rights;
  readonly sendApiRequest: SendApiRequest;
  /** How to let a client write, for one that may not. */
  readonly writeAdvice: string;
  readonly onFailure: (error: unknown) => void;
}

/** Only for answers of clients, which this server never asks anything. Making one takes longer than most requests. */
const jsonSchemaValidator = new AjvJsonSchemaValidator();

/** A server for one client, or for one request of it. All that it does is translate: the API answers. */
export function createMcpServer(options: McpOptions): McpServer {
  const { version, rights, sendApiRequest, onFailure } = options;
  const mcp = new McpServer(
    { name: 'regrove', title: 'Regrove', version },
    { instructions: instructionsFor(options), jsonSchemaValidator },
  );
  // What the SDK calls low-level: tools that have JSON Schemas already, where its own would be made from Zod.
  const { server } = mcp;
  // As an option, they would be those of the SDK's own tools, with a promise to tell of changes.
  server.registerCapabilities({ tools: {}, resources: {} });
  const tools = toolsOf(rights.revision);

  server.setRequestHandler(ListToolsRequestSchema, ({ params }) => {
    if (params?.cursor !== undefined)
      throw new McpError(ErrorCode.InvalidParams, 'All tools are on one page');
    const usable = [...tools.values()].filter((tool) => isUsable(tool, rights));
    return { tools: usable.map(({ listed }) => listed) };
  });

  server.setRequestHandler(CallToolRequestSchema, async ({ params }) => {
    try {
      return await callTool(options, params.name, params.arguments ?? {});
    } catch (error) {
      const result = errorResult(error);
      if (result) return result;
      throw internalError(error, onFailure);
    }
  });

  server.setRequestHandler(ListResourceTemplatesRequestSchema, () => ({
    resourceTemplates: rights.scopes ? [] : [...resourceTemplates],
  }));

  server.setRequestHandler(ListResourcesRequestSchema, ({ params }) =>
    rights.scopes
      ? { resources: [] }
      : translated(onFailure, () => listResources(sendApiRequest, rights.revision, params?.cursor)),
  );

  server.setRequestHandler(ReadResourceRequestSchema, ({ params }) =>
    translated(onFailure, () => readResource(sendApiRequest, rights.revision, params.uri)),
  );
  return mcp;
}

async function callTool(options: McpOptions, name: string, args: Arguments): Promise<CallToolResult> {
  const { rights, sendApiRequest, writeAdvice } = options;
  const tool = toolsOf(rights.revision).get(name);
  if (tool && !tool.isReading && !rights.mayWrite)
    return failedToolResult({ code: 403, error: `${name} changes something. ${writeAdvice}` });
  if (!tool || !isUsable(tool, rights))
    throw new McpError(ErrorCode.InvalidParams, `There is no tool ${shorten(name)}`);
  try {
    return toolResult(await sendApiRequest(toolRequest(tool, args), maxJsonBytes));
  } catch (error) {
    if (!(error instanceof ApiResponseTooLongError)) throw error;
    if (tool.isReading) throw error.refusal(adviceFor(tool));
    return failedToolResult({ code: error.status, error: outcomeOf(error) });
  }
}

const adviceFor = ({ args }: Tool): string =>
  args.has('limit')
    ? 'ask for less, with a smaller limit'
    : 'it can only be read by the API itself, over HTTP';

/** Of a change. An error all the same, because a result has to have the contents that the tool promises. */
const outcomeOf = ({ message, status }: ApiResponseTooLongError): string =>
  status < 400
    ? `This was carried out: do not repeat it. ${message}: read what you need by another tool`
    : `This was refused. ${message}: send less at once to be told why`;

/** As the protocol defines it. */
const resourceNotFound = -32_002;

/** Refusals of resources are errors of the protocol. */
async function translated<T>(onFailure: McpOptions['onFailure'], work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const visible = visibleError(error);
    if (!visible) throw internalError(error, onFailure);
    const { code, error: message } = visible;
    const kind =
      code === 404 ? resourceNotFound : code === 400 ? ErrorCode.InvalidParams : ErrorCode.InternalError;
    throw new McpError(kind, message, { code, error: message });
  }
}

/** The text of an unexpected error is not for clients. */
function internalError(error: unknown, onFailure: McpOptions['onFailure']): McpError {
  if (error instanceof McpError) return error;
  onFailure(error);
  return new McpError(ErrorCode.InternalError, 'Internal server error');
}

const instructionsFor = ({ rights }: McpOptions): string =>
  [
    'Regrove turns paper consumption into funded trees and carbon credits.',
    `These tools are its API, revision ${rights.revision}, for the account of the key and the accounts below it.`,
    rights.mayWrite
      ? 'Some of them change data: offsets and placed orders are billed. Ask before you use one.'
      : 'They only read.',
    // Assistants tell people about offsets in their own words.
    'An offset is a contribution: it funds trees or carbon credits. It does not reduce or cancel the emissions of the paper, so do not say that it does.',
    'Times are in UTC. Amounts of paper are sheets, grams or kilograms as each field says.',
  ].join(' ');
