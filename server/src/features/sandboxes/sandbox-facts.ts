import { auditedFields } from '../audit/audited-fields.js';

export const sandboxFacts = auditedFields('name', 'accountId', 'expiresAt');
