import type { IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';

const askedBy = new WeakMap<IncomingMessage, FastifyRequest>();

/**
 * Marks a request that this process makes itself for one that it has authenticated, counted and admitted: the API does none of it
 * again. So the share of the account is taken until the client has the answer, and only once.
 */
export const markInternalRequest = (request: FastifyRequest, message: IncomingMessage): void =>
  void askedBy.set(message, request);

/** The request that another one is made for. */
export const originatingRequest = ({ raw }: FastifyRequest): FastifyRequest | undefined => askedBy.get(raw);
