import { request } from 'undici';
import type { TestAccount, World } from './world.js';

export interface PageResponse {
  readonly status: number;
  readonly headers: Record<string, string | string[] | undefined>;
  readonly body: Buffer;
  readonly text: string;
}

/** Requests a public page without a key. */
export async function fetchPage(
  { server }: World,
  address: string,
  headers: Record<string, string> = {},
  method: 'GET' | 'HEAD' | 'POST' = 'GET',
): Promise<PageResponse> {
  const url = new URL(address, server.running.baseUrl);
  const answer = await request(url, { method, dispatcher: server.agent, headers });
  const body = Buffer.from(await answer.body.arrayBuffer());
  return { status: answer.statusCode, headers: answer.headers, body, text: body.toString() };
}

export interface IssuedCertificate {
  readonly id: string;
  readonly offsetId: string;
  readonly url: string;
  readonly pdfUrl: string;
}

/** Issues a certificate for the member over the API. */
export async function issueCertificate(
  member: TestAccount,
  pages: number,
  projectId: string,
): Promise<IssuedCertificate> {
  const { body: offset } = await member.api.post('/biomass/offsets', { pages, project_id: projectId });
  const { body } = await member.api.get(`/biomass/certificates/${String(offset.certificate_id)}`);
  return { id: body.id, offsetId: offset.id, url: body.url, pdfUrl: body.pdf_url };
}
