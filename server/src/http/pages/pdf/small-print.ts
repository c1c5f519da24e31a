import type { Canvas } from './canvas.js';

interface SmallPrint {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

const style = { sizes: [7.5, 7, 6.5, 6, 5.5], lines: 5, leading: 1.25 };

/** What is to be said about the figures, in several lines if one is too short. */
export function drawSmallPrint(
  canvas: Canvas,
  texts: readonly string[],
  { left, top, width, height }: SmallPrint,
): void {
  // A line may end with the sign between two of them, but not begin with it.
  const text = texts.join('\u00a0· ');
  const { size, lines } = canvas.fit(text, 'regular', { ...style, width, height });
  const draw = (): void => {
    lines.forEach((line, index) => {
      canvas.draw(line, left, top + size * (1 + index * style.leading), size, 'moss');
    });
  };
  canvas.element('P', draw, text);
}
