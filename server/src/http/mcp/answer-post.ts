import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import { createMcpServer, type McpOptions } from './mcp-server.js';

export interface PostedMessage {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

export interface McpAnswer {
  readonly status: number;
  readonly type: string | null;
  readonly text: string;
}

/** Answers one message. Nothing is kept between messages, so any process can answer the next one. */
export async function answerPost(options: McpOptions, { headers, body }: PostedMessage): Promise<McpAnswer> {
  const server = createMcpServer(options);
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  await server.connect(transport);
  try {
    // The address is required, and not looked at.
    const posted = new Request('https://localhost/mcp', { method: 'POST', headers });
    const response = await transport.handleRequest(posted, { parsedBody: body });
    return {
      status: response.status,
      type: response.headers.get('content-type'),
      text: await response.text(),
    };
  } finally {
    await server.close();
  }
}
