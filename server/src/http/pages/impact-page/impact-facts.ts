import type { Context } from '../../../database/context.js';
import type { PublicPage } from '../../../features/accounts/public-page-store.js';
import type { Impact } from '../../../features/impact/read-impact.js';
import { impactUrl } from '../../../messages/links.js';

/** The content of a public page, on screen or for programs. */
export interface ImpactFacts extends Impact {
  readonly slug: string;
  readonly name: string;
  readonly includeDescendants: boolean;
  /** The address of the page. */
  readonly url: string;
  /** Of the pages that it links to. */
  readonly baseUrl: string;
  readonly isSandbox: boolean;
}

export const impactFacts = (
  { slug, name, includeDescendants }: PublicPage,
  impact: Impact,
  { baseUrl, sandbox }: Pick<Context, 'baseUrl' | 'sandbox'>,
): ImpactFacts => ({
  ...impact,
  slug,
  name,
  includeDescendants,
  url: impactUrl(baseUrl(), slug),
  baseUrl: baseUrl(),
  isSandbox: sandbox !== undefined,
});
