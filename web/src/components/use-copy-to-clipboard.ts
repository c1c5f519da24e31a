import { notifications } from '@mantine/notifications';
import { useState } from 'react';

const shownMs = 2000;
const longMs = 20_000;

/** Without a `successMessage`, the button itself shows that the text was copied. */
export function useCopyToClipboard(
  text: string,
  successMessage?: string,
): { isCopied: boolean; copy: () => void } {
  const [isCopied, setCopied] = useState(false);
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      // Without access to the clipboard, the text is shown to be copied by hand.
      notifications.show({ message: text, autoClose: longMs });
      return;
    }
    setCopied(true);
    setTimeout(() => setCopied(false), shownMs);
    if (successMessage !== undefined) notifications.show({ message: successMessage, autoClose: shownMs });
  };
  return { isCopied, copy: () => void copy() };
}
