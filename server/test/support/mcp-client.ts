import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { fetch as send } from 'undici';
import type { TestServer } from './test-server.js';

export const mcpUrl = (server: TestServer): string => `${server.running.baseUrl}/mcp`;

/** The SDK's own client, connected by streamable HTTP. */
export async function mcpClient(server: TestServer, key: string, url = mcpUrl(server)): Promise<Client> {
  const client = new Client({ name: 'regrove-tests', version: '1.0.0' });
  const transport = new StreamableHTTPClientTransport(new URL(url), {
    requestInit: { headers: { authorization: `Bearer ${key}` } },
    fetch: (address, init) =>
      send(address, {
        ...(init as object),
        dispatcher: server.agent,
      }),
  });
  await client.connect(transport);
  return client;
}
