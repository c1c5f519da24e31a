import { useMemo } from 'react';
import { parseHtmlBlocks } from './parse-html-blocks.js';
import classes from './projects.module.css';

interface HtmlAsTextProps {
  readonly html: string;
  /** Has been said already, and is not said twice. */
  readonly omit: string;
}

/** What someone else wrote as HTML: its words, as paragraphs of our own. */
export function HtmlAsText({ html, omit }: HtmlAsTextProps) {
  const blocks = useMemo(() => parseHtmlBlocks(html).filter(({ text }) => text !== omit), [html, omit]);
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
