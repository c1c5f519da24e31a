import { useMemo } from 'react';
import { blocksOf } from './blocks-of.js';
import classes from './projects.module.css';

interface PlainHtmlProps {
  readonly html: string;
  /** Has been said already, and is not said twice. */
  readonly besides: string;
}

/** What someone else wrote as HTML: its words, as paragraphs of our own. */
export function PlainHtml({ html, besides }: PlainHtmlProps) {
  const blocks = useMemo(() => blocksOf(html).filter(({ text }) => text !== besides), [html, besides]);
  if (blocks.length === 0) return null;
  return (
    <div className={classes['body']}>
      {blocks.map(({ kind, text }, index) => (
        <p key={index} data-kind={kind}>
          {text}
        </p>
      ))}
    </div>
  );
}
