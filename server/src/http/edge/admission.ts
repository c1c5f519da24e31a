import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../../database/context.js';
import type { RequestQuotas } from './account-quotas.js';
import { quotaAccountId, type AuthenticatedCaller } from './authentication.js';
import type { RequestLimit } from './rate-limits.js';
import { admit, admitToSandbox } from './request-state.js';

export interface Admission {
  readonly context: Context;
  readonly requests: RequestLimit;
  readonly quotas: RequestQuotas;
}

/** Counts a request of an authenticated caller, and admits it to what its account may use of this process. */
export async function countAndAdmit(
  request: FastifyRequest,
  reply: FastifyReply,
  entrance: AuthenticatedCaller,
  { context, requests, quotas }: Admission,
): Promise<void> {
  const { caller, sandbox } = entrance;
  const payer = quotaAccountId(entrance);
  await requests.take({ id: payer, credentialId: caller.credentialId }, reply);
  if (sandbox) admitToSandbox(request, reply, sandbox.context, quotas, payer);
  else admit(request, reply, context, quotas);
}
