import { apiClient, type ApiClient, type Json } from './api-client.js';
import type { Operator } from './command-line.js';
import type { TestServer } from './test-server.js';

/** Accounts and keys that the operator creates with commands. */
export function operatorAccounts(operator: () => Operator, server: () => TestServer) {
  let count = 0;
  return {
    create: (role: string, ...options: string[]): Promise<Json> =>
      operator().json('accounts', 'create', '--name', `${role} ${++count}`, '--role', role, ...options),

    clientOf: async (account: Json, ...options: string[]): Promise<ApiClient & { keyId: string }> => {
      const { id, key } = await operator().json('keys', 'create', '--account', account.id, ...options);
      return { ...apiClient(server(), key), keyId: id };
    },
  };
}
