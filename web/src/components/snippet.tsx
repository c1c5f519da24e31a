import { Button } from '@mantine/core';
import { useId } from 'react';
import { IconCheck, IconCopy } from '../icons/icons.js';
import { useI18n } from '../i18n/use-i18n.js';
import classes from './snippet.module.css';
import { useCopyToClipboard } from './use-copy-to-clipboard.js';

interface SnippetProps {
  readonly label?: string;
  readonly text: string;
}

/** Text to copy, with a button for it. */
export function Snippet({ label, text }: SnippetProps) {
  const { t } = useI18n();
  const id = useId();
  const { isCopied, copy } = useCopyToClipboard(text);
  const Icon = isCopied ? IconCheck : IconCopy;
  return (
    <div className={classes['snippet']}>
      <div className={classes['head']}>
        <span id={id}>{label}</span>
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={<Icon size={16} aria-hidden="true" />}
          onClick={copy}
          aria-describedby={label && id}
        >
          {t(isCopied ? 'app.copied' : 'app.copy')}
        </Button>
      </div>
      <code className={classes['text']}>{text}</code>
    </div>
  );
}
