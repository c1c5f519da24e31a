import { gunzipSync } from 'node:zlib';
import { fetchPage, type PageResponse } from './public-pages.js';
import type { World } from './world.js';

/** A decompressed page, requested without a key. */
export async function fetchText(
  world: World,
  path: string,
  headers: Record<string, string> = {},
): Promise<Pick<PageResponse, 'status' | 'headers' | 'text'>> {
  const { status, headers: answered, body } = await fetchPage(world, path, headers);
  const text = (answered['content-encoding'] === 'gzip' ? gunzipSync(body) : body).toString();
  return { status, headers: answered, text };
}

/** The text of a piece of HTML. */
export const textOf = (html: string): string =>
  html
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');

export const operationOf = (page: string, id: string): string =>
  new RegExp(`<article id="${id}"[^]*?</article>`).exec(page)?.[0] ?? '';

/** The sample of every operation in a language, by operation id. */
export const samplesOf = (page: string, language: string): [id: string, code: string][] =>
  [...page.matchAll(/<article\s+id="(\w+)"/g)].map(([, id = '']) => {
    const pre = new RegExp(`<pre\\s+class="code ${language}"[^>]*>([^]*?)</pre>`).exec(operationOf(page, id));
    return [id, textOf(pre?.[1] ?? '')];
  });
