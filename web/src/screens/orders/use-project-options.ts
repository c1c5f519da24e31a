import { useQuery } from '@tanstack/react-query';
import { accountKey, useScope } from '../../api/scope.js';
import { useFavorites } from '../../api/use-favorites.js';
import { useProjects } from '../../api/use-projects.js';
import { useFormatMoney } from '../../components/use-format-money.js';
import { useI18n } from '../../i18n/use-i18n.js';
import { useCarbonProjects } from './use-carbon-projects.js';

interface ProjectOptions {
  readonly projects: readonly { readonly id: string; readonly name: string; readonly detail?: string }[];
  readonly defaultText: string;
}

const isActive = ({ status }: { readonly status: string }): boolean => status === 'active';
const namesOf = (projects: readonly { readonly name: string }[]): string =>
  projects.map(({ name }) => name).join(', ');

export function useBiomassOptions(): ProjectOptions {
  const { t } = useI18n();
  const projects = useProjects().data?.filter(isActive) ?? [];
  const favorites = useFavorites().data?.filter(isActive);
  if (!favorites) return { projects, defaultText: '' };
  return {
    projects,
    defaultText:
      favorites.length > 0
        ? t('app.orders.favorites', { projects: namesOf(favorites) })
        : t('app.orders.randomProject'),
  };
}

export function useCarbonOptions(): ProjectOptions {
  const { t } = useI18n();
  const { account, client } = useScope();
  const money = useFormatMoney();
  const known = useCarbonProjects().data?.filter(isActive) ?? [];
  const { data: settings } = useQuery({
    queryKey: accountKey(account.id, 'settings'),
    queryFn: ({ signal }) => client.settings.get({ signal }),
  });
  const configured = known.filter(({ id }) => settings?.carbon_project_ids.includes(id));
  const projects = known.map(({ id, name, registry_name: registry, price_per_tonne: price }) => ({
    id,
    name,
    detail: t('app.orders.perTonne', { registry, price: money(price) }),
  }));
  if (!settings) return { projects, defaultText: '' };
  return {
    projects,
    defaultText:
      configured.length > 0
        ? t('app.orders.carbonSet', { projects: namesOf(configured) })
        : t('app.orders.noCarbon'),
  };
}
