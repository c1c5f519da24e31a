import { Menu } from '@mantine/core';
import { IconUpload } from '../../icons/icons.js';
import { accountEndpoint, appPath } from '../../api/app-request.js';
import { useScope } from '../../api/scope.js';
import { useI18n } from '../../i18n/use-i18n.js';

/** The deposits of a month as a file that can be imported again. A plain link: the browser streams the file. */
export function ReimportableExport({ month }: { readonly month: string }) {
  const { t } = useI18n();
  const { account } = useScope();
  return (
    <Menu.Item
      component="a"
      href={`${appPath(accountEndpoint(account, 'deposits/export'))}?month=${month}`}
      download
      leftSection={<IconUpload size={16} aria-hidden="true" />}
    >
      {t('app.deposits.csvToImport')}
    </Menu.Item>
  );
}
