import { Button } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useState } from 'react';
import { useWords } from '../words/words.js';
import classes from './code-line.module.css';

const shownMs = 2000;

/** What is typed elsewhere, to be copied from here. */
export function CodeLine({ code }: { readonly code: string }) {
  const { say } = useWords();
  const [isCopied, setCopied] = useState(false);
  const copy = async (): Promise<void> => {
    // Where the browser keeps its clipboard to itself, the text can be copied by hand.
    await navigator.clipboard.writeText(code).then(
      () => setCopied(true),
      () => undefined,
    );
    setTimeout(() => setCopied(false), shownMs);
  };
  const Icon = isCopied ? IconCheck : IconCopy;
  return (
    <div className={classes['line']}>
      <pre className={classes['code']}>
        <code>{code}</code>
      </pre>
      <Button
        variant="default"
        size="xs"
        leftSection={<Icon size={14} aria-hidden="true" />}
        onClick={() => void copy()}
      >
        {say(isCopied ? 'app.copied' : 'app.copy')}
      </Button>
    </div>
  );
}
