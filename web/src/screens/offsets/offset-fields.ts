import type { NewBiomassOffset } from '@regrove/sdk';
import { timestampOn } from '../../clock.js';

export interface OffsetFields {
  readonly by: 'pages' | 'trees' | 'quote';
  readonly pages: number | '';
  readonly trees: number | '';
  readonly quoteId: string;
  /** Empty for any active project. */
  readonly projectId: string;
  readonly day: string;
}

export function toNewOffset({ by, pages, trees, quoteId, projectId, day }: OffsetFields): NewBiomassOffset {
  const date = timestampOn(day);
  if (by === 'quote') return { quote_id: quoteId, date };
  const amount = by === 'pages' ? { pages: Number(pages) } : { trees: Number(trees) };
  return { ...amount, project_id: projectId || null, date };
}
