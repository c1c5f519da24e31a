import type {
  ListResourcesResult,
  ReadResourceResult,
  Resource,
  ResourceTemplate,
} from '@modelcontextprotocol/sdk/types.js';
import { HttpError } from '../edge/http-error.js';
import type { ApiAnswer, ApiRequest, SendApiRequest } from './api-request.js';
import { ApiResponseTooLongError, maxJsonBytes, maxPdfBytes } from './result-limits.js';
import { nextCursor, refusalIn } from './tool-result.js';
import { toolRequest, type Arguments } from './tool-request.js';
import { toolsOf } from './tools.js';

/** A document that clients can read: JSON, or below `/pdf` a PDF. */
interface Kind {
  /** The route that answers with it. */
  readonly operation: string;
  /** What names it in its address, and the argument of the route. */
  readonly parameter: string;
  readonly name: string;
  readonly title: string;
}

const kinds: Readonly<Record<'certificates' | 'reports', Kind>> = {
  certificates: {
    operation: 'getBiomassCertificate',
    parameter: 'id',
    name: 'certificate',
    title: 'Certificate of funded trees',
  },
  reports: {
    operation: 'getAnnualReport',
    parameter: 'year',
    name: 'annual-report',
    title: 'Annual report: paper, emissions, trees and credits',
  },
};

const json = 'application/json';
const pdf = 'application/pdf';

/** Of the caller's own account, and of those below it. */
export const resourceTemplates: readonly ResourceTemplate[] = Object.entries(kinds).flatMap(
  ([folder, { parameter, name, title }]) =>
    ['', 'accounts/{account_id}/'].flatMap((account) =>
      [json, pdf].map((mimeType) => ({
        name: [name, ...(account === '' ? [] : ['of-account']), ...(mimeType === pdf ? ['pdf'] : [])].join(
          '-',
        ),
        title: account === '' ? title : `${title}, of an account below yours`,
        uriTemplate: `regrove://${account}${folder}/{${parameter}}${mimeType === pdf ? '/pdf' : ''}`,
        mimeType,
      })),
    ),
);

const address =
  /^regrove:\/\/(?:accounts\/(?<account>[\w-]+)\/)?(?<folder>certificates|reports)\/(?<value>[\w-]+)(?<form>\/pdf)?$/;

/** Reads through the same routes as everyone. */
export async function readResource(
  exchange: SendApiRequest,
  revision: string,
  uri: string,
): Promise<ReadResourceResult> {
  const parts = address.exec(uri)?.groups;
  if (!parts) throw new HttpError(404, 'There is no such resource: see the list of templates');
  const folder = parts['folder'] as keyof typeof kinds;
  const { operation, parameter } = kinds[folder];
  const request = requestFor(revision, operation, {
    [parameter]: parts['value'],
    account_id: parts['account'],
  });
  const isPdf = parts['form'] !== undefined;
  if (!isPdf) {
    const { body } = await successful(exchange, request, maxJsonBytes);
    return { contents: [{ uri, mimeType: json, text: body.toString() }] };
  }
  const { body } = await (folder === 'reports'
    ? successful(exchange, { ...request, headers: { accept: pdf } }, maxPdfBytes)
    : certificatePdf(exchange, request));
  return { contents: [{ uri, mimeType: pdf, blob: body.toString('base64') }] };
}

/** PDFs of certificates are public. Who may not see the certificate is not told here that there is one. */
async function certificatePdf(exchange: SendApiRequest, certificate: ApiRequest): Promise<ApiAnswer> {
  const { body } = await successful(exchange, certificate, maxJsonBytes);
  const { pdf_url: url } = JSON.parse(body.toString()) as { readonly pdf_url: string };
  return successful(exchange, { method: 'GET', path: new URL(url).pathname }, maxPdfBytes);
}

/** Certificates, newest first, a page at a time; before them the annual reports of the newest one's year and the one before. */
export async function listResources(
  exchange: SendApiRequest,
  revision: string,
  cursor: string | undefined,
): Promise<ListResourcesResult> {
  // Each offset has one certificate. Listed certificates would contain their projects, which have long texts and pictures.
  const request = requestFor(revision, 'listBiomassOffsets', { cursor });
  const answer = await successful(exchange, request, maxJsonBytes);
  const offsets = JSON.parse(answer.body.toString()) as readonly ListedOffset[];
  const [newest] = offsets;
  const next = nextCursor(answer);
  return {
    resources: [
      ...(newest && cursor === undefined ? reportsUntil(Number(newest.date.slice(0, 4))) : []),
      ...offsets.map(certificateOf),
    ],
    ...(next !== undefined && { nextCursor: next }),
  };
}

interface ListedOffset {
  readonly certificate_id: string;
  readonly date: string;
  readonly pages: number;
  readonly trees: number;
}

const certificateOf = ({ certificate_id: id, date, pages, trees }: ListedOffset): Resource => ({
  uri: `regrove://certificates/${id}`,
  name: `certificate-${id}`,
  title: `Certificate of ${date.slice(0, 10)}`,
  description: `Trees: ${trees}; standard pages: ${pages}`,
  mimeType: json,
});

const reportsUntil = (year: number): Resource[] =>
  [year, year - 1].map((each) => ({
    uri: `regrove://reports/${each}`,
    name: `annual-report-${each}`,
    title: `Annual report ${each}`,
    mimeType: json,
  }));

function requestFor(revision: string, operation: string, args: Arguments): ApiRequest {
  const tool = toolsOf(revision).get(operation);
  if (!tool) throw new HttpError(404, 'There is no such resource in the revision of this key');
  return toolRequest(tool, args);
}

async function successful(
  exchange: SendApiRequest,
  request: ApiRequest,
  maxBytes: number,
): Promise<ApiAnswer> {
  const answer = await exchange(request, maxBytes).catch((error: unknown) => {
    throw error instanceof ApiResponseTooLongError
      ? error.refusal('read it by the API itself, over HTTP, or in the dashboard')
      : error;
  });
  if (answer.status < 400) return answer;
  const { code, error } = refusalIn(answer);
  throw new HttpError(code, error);
}
