import { contractOf as contractOfDocument, type Contract } from './openapi-contract.mjs';
import { openApiDocument } from '../../src/http/openapi/document.js';
import { routeGroups } from '../../src/http/routes/index.js';

const contracts = new Map<string, Contract>();

/** Every response that a test receives is checked against the OpenAPI document, so that it cannot drift from the server. */
export function contractOf(revision: string): Contract['check'] {
  const contract =
    contracts.get(revision) ??
    contractOfDocument(openApiDocument(revision, routeGroups, 'https://regrove.example'));
  contracts.set(revision, contract);
  return contract.check;
}
