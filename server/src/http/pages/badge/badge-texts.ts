import type { Impact } from '../../../features/impact/read-impact.js';
import { pendingOf } from '../../../features/projects/trees-by-account-store.js';
import type { I18n } from '../../../messages/i18n.js';
import { partSeparator, withPlace } from '../../../messages/places/place-name.js';
import { isolateBidi } from '../../../platform/text/bidi-isolate.js';
import { methodologyParts } from '../methodology-part.js';
import { markText, sandboxMark } from '../sandbox-mark.js';

export type BadgeFacts = Pick<
  Impact,
  'trees' | 'covered' | 'pages' | 'projects' | 'projectCount' | 'methodology'
> & {
  readonly isSandbox: boolean;
};

/** What the badge and the widget say. */
export interface BadgeTexts {
  /** How many trees. */
  readonly trees: string;
  readonly label: string;
  /** Where they are, for how much paper, and what is planted. None as long as there are no trees. */
  readonly facts: readonly string[];
  /** What is not claimed. */
  readonly note: string;
  /** Null: no trees. */
  readonly methodology: string | null;
  /** What must be said of a sandbox. Null: it is real. */
  readonly sandbox: string | null;
}

/** More would not be read on a badge. Its link leads to all of them. */
const maxProjects = 2;

export function badgeTexts(facts: BadgeFacts, i18n: I18n): BadgeTexts {
  const { t } = i18n;
  const mark = sandboxMark(facts, i18n);
  const hasTrees = Number(facts.trees) > 0;
  return {
    trees: t('badge.trees', { trees: facts.trees }),
    label: t('badge.label'),
    facts: hasTrees ? factTexts(facts, i18n) : [],
    note: t('claims.note'),
    methodology: hasTrees ? methodologyParts(facts.methodology.origin, i18n).join(partSeparator) : null,
    sandbox: mark ? markText(mark) : null,
  };
}

function factTexts({ trees, covered, pages, projects, projectCount }: BadgeFacts, i18n: I18n): string[] {
  const { t, rounded, roundedPart } = i18n;
  const named = projects
    .slice(0, maxProjects)
    .map(({ name, ...place }) => withPlace(isolateBidi(name), place, i18n));
  const count = projectCount - named.length;
  return [
    ...named,
    ...(count > 0 ? [t('badge.moreProjects', { count })] : []),
    t('certificate.pages', { pages }),
    t('app.amount.planted', {
      planted: roundedPart(covered, trees),
      pending: rounded(pendingOf({ trees, covered })),
    }),
  ];
}
