import type { Rendition } from '../route.js';

/** More than any client lists. A malicious header may have thousands. */
const typesRead = 20;

/** The form that the caller prefers to JSON, if there is one. A caller that takes anything gets JSON. */
export function preferredRendition(
  accept: string | undefined,
  renditions: readonly Rendition[],
): Rendition | undefined {
  const wishes = (accept ?? '').split(',', typesRead).map(readWish);
  const qualityOf = (type: string): number =>
    wishes.find((wish) => wish.type === type && wish.quality >= 0 && wish.quality <= 1)?.quality ?? 0;
  const [best] = renditions
    .map((rendition) => ({ rendition, quality: qualityOf(rendition.mediaType) }))
    .filter(({ quality }) => quality > 0 && quality > qualityOf('application/json'))
    .sort((a, b) => b.quality - a.quality);
  return best?.rendition;
}

/** One entry such as `application/pdf;q=0.9`. */
function readWish(entry: string): { type: string; quality: number } {
  const [type = '', ...parameters] = entry.split(';').map((part) => part.trim().toLowerCase());
  const quality = parameters.find((parameter) => parameter.startsWith('q='));
  return { type, quality: quality === undefined ? 1 : Number(quality.slice(2)) };
}
