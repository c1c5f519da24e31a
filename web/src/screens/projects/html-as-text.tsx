import { useMemo } from 'react';
import { parseHtmlBlocks } from './parse-html-blocks.js';
import classes from './projects.module.css';

interface HtmlAsTextProps {
  readonly html: string;
  /** Text that is shown elsewhere on the screen. */
  readonly omit: string;
}

/** Shows untrusted HTML as plain paragraphs. */
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
