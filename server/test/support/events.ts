import { expect } from 'vitest';
import type { Json } from './api-client.js';
import type { Member } from './world.js';

/** The body of an answer that is no error. */
export const ok = async (answer: Promise<{ status: number; body: Json }>): Promise<Json> => {
  const { status, body } = await answer;
  expect(body).not.toHaveProperty('error');
  expect(status).toBe(200);
  return body;
};

export const eventsOf = (by: Member, query = ''): Promise<Json> => ok(by.api.get(`/events${query}`));
