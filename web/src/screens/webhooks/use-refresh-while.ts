import { useEffect } from 'react';

const everyMs = 3_000;

/** Asks again every few seconds while something is under way, and the page is visible. */
export function useRefreshWhile(isUnderWay: boolean, refresh: () => unknown): void {
  useEffect(() => {
    if (!isUnderWay) return;
    const timer = setInterval(() => {
      if (!document.hidden) refresh();
    }, everyMs);
    return () => clearInterval(timer);
  }, [isUnderWay, refresh]);
}
