import { describe, expect, it } from 'vitest';
import { excerptOf, markTerms } from '../../src/http/pages/search/excerpt.js';
import { textOfHtml } from '../../src/http/pages/search/search-entry.js';
import { termsOf } from '../../src/http/pages/search/words.js';

describe('Words of the documentation', () => {
  it.each([
    ['Collection_Scope', ['collection_scope', 'collection', 'scope']],
    ['the month-end, 1.6.6!', ['the', 'month-end', 'month', 'end', '1.6.6', '1', '6', '6']],
    ['/deposits/{id}', ['deposits', 'id']],
    ['Ｆｏｒêt', ['foret']],
    ['--_..', []],
    ['x'.repeat(50), ['x'.repeat(40)]],
  ])('%s', (text, terms) => {
    expect(termsOf(text)).toEqual(terms);
  });
});

describe('Text of HTML', () => {
  it('has no tags, and words where it had them', () => {
    expect(textOfHtml('<p>One <b>wo</b>rd &lt;a&gt; &amp;lt;</p><p><code>a_<wbr />b</code></p>')).toBe(
      'One word <a> &lt; a_b',
    );
  });
});

describe('An excerpt', () => {
  const joined = (pieces: readonly { text: string; isMatch: boolean }[]): string =>
    pieces.map(({ text, isMatch }) => (isMatch ? `[${text}]` : text)).join('');

  it('marks terms, also as parts of joined words', () => {
    expect(joined(markTerms('Month-end, and the END.', new Set(['end'])))).toBe(
      '[Month-end], and the [END].',
    );
  });

  it('is the part with most of the words, cut between words', () => {
    const text = `${'before '.repeat(60)}restore once. ${'between '.repeat(60)}backup and restore ${'after '.repeat(60)}`;
    const excerpt = joined(excerptOf(text, new Set(['backup', 'restore']), new Set(['backup', 'restore'])));
    expect(excerpt).toMatch(/^… (between )+\[backup\] and \[restore\] (after )+…$/);
    expect(excerpt.length).toBeLessThan(200);
  });

  it('is the beginning if no word is in the text, and all of a short text', () => {
    expect(joined(excerptOf('Short.', new Set(['else']), new Set()))).toBe('Short.');
    expect(joined(excerptOf('', new Set(['else']), new Set()))).toBe('');
    expect(joined(excerptOf('x'.repeat(500), new Set(['else']), new Set()))).toMatch(/^x{180} …$/);
  });
});
