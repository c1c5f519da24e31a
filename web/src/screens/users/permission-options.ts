import type { ListedUser } from '../../api/wire.js';
import { useI18n } from '../../i18n/use-i18n.js';

export type Permission = ListedUser['permission'];

interface PermissionOption {
  readonly value: Permission;
  readonly label: string;
}

export function usePermissionOptions(): PermissionOption[] {
  const { t } = useI18n();
  return [
    { value: 'full', label: t('app.users.full') },
    { value: 'restricted', label: t('app.users.restricted') },
  ];
}
