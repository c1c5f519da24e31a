import { notifications } from '@mantine/notifications';
import { useState } from 'react';

const shownMs = 2000;
const longMs = 20_000;

/** Puts a text into the clipboard; `said` is what one is told then, where the button itself does not say it. */
export function useCopyToClipboard(
  text: string,
  successMessage?: string,
): { isCopied: boolean; copy: () => void } {
  const [isCopied, setCopied] = useState(false);
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      // Where the browser keeps its clipboard to itself, the text can be copied by hand.
      notifications.show({ message: text, autoClose: longMs });
      return;
    }
    setCopied(true);
    setTimeout(() => setCopied(false), shownMs);
    if (successMessage !== undefined) notifications.show({ message: successMessage, autoClose: shownMs });
  };
  return { isCopied, copy: () => void copy() };
}
