import type { Context } from '../../../database/context.js';
import type { I18n } from '../../../messages/i18n.js';
import { jsonWithBigints } from '../../../platform/exact-number.js';
import { BodyCache } from '../body-cache.js';
import { renderCardInThread } from '../share-card/render-card-in-thread.js';
import { precompressBody, type PrecompressedBody } from '../precompressed-body.js';
import type { ImpactAssets } from './impact-assets.js';
import type { ImpactFacts } from './impact-facts.js';
import { impactJson } from './impact-json.js';
import { impactPage } from './impact-page.js';

type Get<Language> = (
  facts: ImpactFacts,
  i18n: Language,
  admit: () => Promise<void>,
) => Promise<PrecompressedBody>;

export interface ImpactFormats {
  readonly page: Get<I18n>;
  readonly png: Get<I18n>;
  /** Has texts only in a language that was asked for. */
  readonly json: Get<I18n | undefined>;
}

export type ImpactFormat = keyof ImpactFormats;

const maxCacheBytes = 8 * 1024 * 1024;

/** The formats of a public page. Each depends only on the data and the language, so recent ones are cached. */
export function impactFormats({ threads }: Context, assets: ImpactAssets): ImpactFormats {
  const cache = new BodyCache(maxCacheBytes);
  return {
    page: (facts, i18n, admit) =>
      cache.get(
        jsonWithBigints(['page', i18n.locale, facts]),
        () => precompressBody('text/html; charset=utf-8', Buffer.from(impactPage(assets, facts, i18n).text)),
        admit,
      ),
    png: ({ slug, name, trees, pages, isSandbox }, i18n, admit) => {
      const card = { id: slug, name, trees, pages, isSandbox };
      return cache.get(
        jsonWithBigints(['png', i18n.locale, card]),
        async () => precompressBody('image/png', await renderCardInThread(threads, card, i18n, slug)),
        admit,
      );
    },
    json: (facts, i18n, admit) => {
      const text = impactJson(facts, i18n);
      return cache.get(
        `json ${text}`,
        () => precompressBody('application/json; charset=utf-8', Buffer.from(text)),
        admit,
      );
    },
  };
}
