import type { OrderedPaper } from '../../api/wire.js';
import { useI18n } from '../../i18n/use-i18n.js';

/** The projects of one kind in an order. */
export interface ProjectSelection {
  /** The account's default, the projects chosen here, or none of this kind. */
  readonly mode: 'default' | 'chosen' | 'none';
  /** In the order chosen. Without percentages, the shares are equal. */
  readonly shares: readonly { readonly projectId: string; readonly percentage: number | '' }[];
}

export const defaultSelection: ProjectSelection = { mode: 'default', shares: [] };

type Settings = Required<OrderedPaper>['biomass_project_settings'];

export function toProjectSettings({ mode, shares }: ProjectSelection): Settings {
  if (mode === 'default') return null;
  if (mode === 'none') return [];
  return shares.map(({ projectId, percentage }) => ({
    project_id: projectId,
    percentage: percentage === '' ? null : percentage,
  }));
}

export function useSelectionValidator(): (selection: ProjectSelection) => string | undefined {
  const { t, number } = useI18n();
  return ({ mode, shares }) => {
    if (mode !== 'chosen') return undefined;
    if (shares.length === 0) return t('app.orders.chooseOne');
    const given = shares.flatMap(({ percentage }) => (percentage === '' ? [] : [percentage]));
    if (given.length === 0) return undefined;
    if (given.length < shares.length || given.includes(0)) return t('app.orders.allOrNone');
    // In hundredths, which are exact integers.
    const sum = given.reduce((total, percentage) => total + Math.round(percentage * 100), 0);
    return sum === 10_000 ? undefined : t('app.orders.sum', { sum: number(sum / 100) });
  };
}
