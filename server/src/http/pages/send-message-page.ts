import type { FastifyReply } from 'fastify';
import { messagePage, type Message } from './message-page.js';
import type { Assets } from './reference/reference-assets.js';

/** Answers a request for documentation that there is none of, or that failed. */
export const sendMessagePage = (
  reply: FastifyReply,
  assets: Assets,
  status: number,
  message: Message,
): FastifyReply =>
  reply
    .code(status)
    .header('Cache-Control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(messagePage(assets, message).text);
