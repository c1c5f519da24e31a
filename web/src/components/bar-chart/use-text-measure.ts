import { useElementSize, useMergedRef } from '@mantine/hooks';
import { useCallback, useRef, type RefCallback } from 'react';

interface TextRoom {
  readonly ref: RefCallback<HTMLElement>;
  /** Of the element; 0 until it is known. */
  readonly width: number;
  /** Of a text in the element's font. */
  readonly widthOf: (text: string) => number;
}

/** How much text there is room for in an element. */
export function useTextMeasure(): TextRoom {
  const element = useRef<HTMLElement>(null);
  const size = useElementSize();
  const ref = useMergedRef(element, size.ref);
  const widthOf = useCallback((text: string) => {
    const context = document.createElement('canvas').getContext('2d');
    if (!context || !element.current) return 0;
    context.font = getComputedStyle(element.current).font;
    return context.measureText(text).width;
  }, []);
  return { ref, width: size.width, widthOf };
}
