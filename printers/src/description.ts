import { cleanText } from './clean-text.js';

/** What people know a printer by. */
export interface Description {
  readonly name?: string;
  readonly model?: string;
}

const maxLength = 255;

/** The text of a name or a model; undefined if nothing is left of it that can be shown. */
export function labelOf(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  // Again, because the cut may leave half a character or a space at the end.
  return cleanText(cleanText(value).slice(0, maxLength)) || undefined;
}

export const describedBy = (name: string | undefined, model: string | undefined): Description => ({
  ...(name !== undefined && { name }),
  ...(model !== undefined && { model }),
});
