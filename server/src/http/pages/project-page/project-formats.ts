import { createHash } from 'node:crypto';
import type { I18n } from '../../../messages/i18n.js';
import { jsonWithBigints } from '../../../platform/exact-number.js';
import { BodyCache } from '../body-cache.js';
import { precompressBody, type PrecompressedBody } from '../precompressed-body.js';
import type { ProjectAssets } from './project-assets.js';
import { projectMaps, type ProjectFacts } from './project-facts.js';
import { projectJson } from './project-json.js';
import { projectPage } from './project-page.js';

export type ProjectFormat = 'page' | 'json';

type Get = (facts: ProjectFacts, i18n: I18n, admit: () => Promise<void>) => Promise<PrecompressedBody>;

const maxCacheBytes = 8 * 1024 * 1024;

/** The formats of the page of a project. Each depends only on the data and the language, so recent ones are cached. */
export function projectFormats(assets: ProjectAssets): Readonly<Record<ProjectFormat, Get>> {
  const cache = new BodyCache(maxCacheBytes);
  const keys = new WeakMap<object, string>();
  /** What was read is the same object until it is read again, and may be long. */
  const keyOf = (facts: ProjectFacts): string => {
    const known = keys.get(facts.plantings) ?? digest(jsonWithBigints(facts));
    keys.set(facts.plantings, known);
    return `${facts.url} ${known}`;
  };
  return {
    page: (facts, i18n, admit) =>
      cache.get(
        `page ${i18n.locale} ${keyOf(facts)}`,
        async () => {
          const page = projectPage(assets, facts, await projectMaps(facts), i18n);
          return precompressBody('text/html; charset=utf-8', Buffer.from(page.text));
        },
        admit,
      ),
    json: (facts, _, admit) =>
      cache.get(
        `json ${keyOf(facts)}`,
        () => precompressBody('application/json; charset=utf-8', Buffer.from(projectJson(facts))),
        admit,
      ),
  };
}

const digest = (text: string): string => createHash('sha256').update(text).digest('base64url');
