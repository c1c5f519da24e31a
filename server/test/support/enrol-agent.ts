import { apiClient, type ApiClient } from './api-client.js';
import type { TestAccount, World } from './world.js';

export interface EnrolledAgent {
  readonly id: string;
  readonly api: ApiClient;
}

/** An agent of a feed, invited by its account. */
export async function enrolAgent(
  { server }: World,
  member: TestAccount,
  feed: string,
): Promise<EnrolledAgent> {
  const { body: invited } = await member.api.post(`/feeds/${feed}/agents`, {});
  const enrolment = { token: invited.token, name: 'till-4', version: '1.2.3' };
  const { body: enrolled } = await apiClient(server).post('/agents/enrol', enrolment);
  return { id: String(invited.id), api: apiClient(server, String(enrolled.key)) };
}
