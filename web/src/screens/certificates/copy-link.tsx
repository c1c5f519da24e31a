import { ActionIcon, Tooltip } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconCheck, IconLink } from '@tabler/icons-react';
import { useState } from 'react';
import { useWords } from '../../words/words.js';

const shownMs = 2000;
const longMs = 20_000;

/** Anyone who has the address of a certificate may see it: that is what it is for. */
export function CopyLink({ url, date }: { readonly url: string; readonly date: string }) {
  const { say } = useWords();
  const [isCopied, setCopied] = useState(false);
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(url);
    } catch {
      // Where the browser keeps its clipboard to itself, the address can be copied by hand.
      notifications.show({ message: url, autoClose: longMs });
      return;
    }
    setCopied(true);
    setTimeout(() => setCopied(false), shownMs);
    notifications.show({ message: say('app.certificates.copied'), autoClose: shownMs });
  };
  const Icon = isCopied ? IconCheck : IconLink;
  return (
    <Tooltip label={say('app.certificates.copy')}>
      <ActionIcon
        variant="subtle"
        size="lg"
        radius="xl"
        onClick={() => void copy()}
        aria-label={say('app.certificates.copyOf', { date })}
      >
        <Icon size={19} stroke={1.6} aria-hidden="true" />
      </ActionIcon>
    </Tooltip>
  );
}
