import type { IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';
import type { Entrance } from './authentication.js';

const entrances = new WeakMap<IncomingMessage, Entrance>();

/** Marks a request that this process makes itself for a caller that it has authenticated and counted: the API does neither again. */
export const passOnFor = (entrance: Entrance, message: IncomingMessage): void =>
  void entrances.set(message, entrance);

export const entrancePassedOn = ({ raw }: FastifyRequest): Entrance | undefined => entrances.get(raw);
