import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { repository } from './regrove-process.js';

/** A response on a page, below its sample. */
export interface Shown {
  readonly language: 'json' | 'http' | 'text';
  readonly text: string;
  readonly line: number;
}

/** A block of a page that readers paste. */
export interface Sample {
  readonly language: 'sh' | 'js' | 'ts';
  readonly text: string;
  readonly line: number;
  /**
   * The statuses of its responses unless all are 200. The page has them in a hidden comment before the block: `<!--
   * expect: 400 -->`, or `<!-- expect: 200 404 -->` for several responses.
   */
  readonly expected: readonly number[] | undefined;
  readonly shown: Shown[];
}

export interface Page {
  readonly path: string;
  readonly samples: readonly Sample[];
  /** Responses without a sample: a comment before the block names them, `<!-- shown: 429 -->`. */
  readonly illustrations: ReadonlyMap<string, readonly Shown[]>;
  /** What is wrong with the page itself: blocks that would be neither run nor checked. */
  readonly problems: readonly string[];
}

interface Block {
  readonly language: string;
  readonly text: string;
  readonly line: number;
  readonly comment: readonly [kind: string, value: string] | undefined;
}

/** A page that readers follow from top to bottom. */
export const isGuide = (path: string): boolean =>
  path.startsWith('docs/guides/') || path === 'docs/feeds/push.md';

/**
 * Reads a page's samples. On a guide, every block must be run or checked; elsewhere, shell blocks without curl are
 * ignored.
 */
export async function readPage(path: string): Promise<Page> {
  const samples: Sample[] = [];
  const illustrations = new Map<string, Shown[]>();
  const problems: string[] = [];
  let owner: Shown[] | undefined;
  const page = await readFile(join(repository, path), 'utf8');
  const blocks = blocksOf(page);
  const fences = page.match(/^\s*(?:>\s*)*```/gm) ?? [];
  if (fences.length !== 2 * blocks.length)
    problems.push(`${path}: a block does not begin at its line's start`);
  for (const { language, text, line, comment: [kind, value] = ['', ''] } of blocks) {
    if (isSampleLanguage(language)) {
      owner = undefined;
      if (language === 'sh' && !isGuide(path) && !/\bcurl\b/.test(text)) continue;
      const expected = kind === 'expect' ? value.split(' ').map(Number) : undefined;
      samples.push({ language, text, line, expected, shown: (owner = []) });
    } else if (isShownLanguage(language)) {
      if (kind === 'shown') illustrations.set(value, (owner = illustrations.get(value) ?? []));
      if (owner) owner.push({ language, text, line });
      else if (isGuide(path)) problems.push(`${path}:${line}: nothing checks this ${language} block`);
    } else {
      problems.push(`${path}:${line}: a block in "${language}" is neither run nor checked`);
    }
  }
  return { path, samples, illustrations, problems };
}

function blocksOf(page: string): Block[] {
  const fences = /(?:<!-- (\w+): ([^>]+?) -->\s*)?^```(\w*)\n(.*?)^```$/gms;
  return [...page.matchAll(fences)].map((match) => {
    const [whole, kind, value = '', language = '', text = ''] = match;
    const line = page.slice(0, match.index + whole.indexOf('```')).split('\n').length;
    return { language, text, line, comment: kind === undefined ? undefined : [kind, value] };
  });
}

export const isProgram = ({ language }: Sample): boolean => language !== 'sh';

const isSampleLanguage = (name: string): name is Sample['language'] => ['sh', 'js', 'ts'].includes(name);
const isShownLanguage = (name: string): name is Shown['language'] => ['json', 'http', 'text'].includes(name);
