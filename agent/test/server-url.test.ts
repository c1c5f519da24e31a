import { expect, it } from 'vitest';
import { parseServerUrl } from '../src/api.js';

it.each([
  ['https://trees.example.com', 'https://trees.example.com'],
  ['https://trees.example.com/', 'https://trees.example.com'],
  ['https://trees.example.com:8443/v1', 'https://trees.example.com:8443'],
  ['https://trees.example.com:8443/v1/', 'https://trees.example.com:8443'],
  ['https://example.com/trees/', 'https://example.com/trees'],
  ['https://example.com/trees/v1/', 'https://example.com/trees'],
  ['https://example.com/trees-v1', 'https://example.com/trees-v1'],
])('%s is the server %s, to which agents add /v1', (given, server) => {
  expect(parseServerUrl(given)).toBe(server);
});
