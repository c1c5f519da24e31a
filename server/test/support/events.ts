import { expect } from 'vitest';
import type { Json } from './api-client.js';
import type { TestAccount } from './world.js';

/** The body of an answer that is no error. */
export const ok = async (answer: Promise<{ status: number; body: Json }>): Promise<Json> => {
  const { status, body } = await answer;
  expect(body).not.toHaveProperty('error');
  expect(status).toBe(200);
  return body;
};

export const eventsOf = (by: TestAccount, query = ''): Promise<Json> => ok(by.api.get(`/events${query}`));
