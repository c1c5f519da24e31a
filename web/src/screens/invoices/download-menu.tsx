import { Button, Menu } from '@mantine/core';
import { IconBraces, IconDownload, IconFileSpreadsheet, IconTable } from '../../icons/icons.js';
import { accountEndpoint, appPath } from '../../api/app-request.js';
import { useScope } from '../../api/scope.js';
import { useI18n } from '../../i18n/use-i18n.js';

const icon = { size: 16, 'aria-hidden': true } as const;

/** For one month, or all. */
export function DownloadMenu({ month }: { readonly month?: string }) {
  const { t, locale } = useI18n();
  const { account } = useScope();
  const addressOf = (format: 'csv' | 'json'): string => {
    const query = new URLSearchParams({ format, ...(month !== undefined && { month }) });
    return `${appPath(accountEndpoint(account, 'invoices/export'))}?${query.toString()}`;
  };
  return (
    <Menu position="bottom-end" shadow="md">
      <Menu.Target>
        <Button variant="default" leftSection={<IconDownload size={18} aria-hidden="true" />}>
          {t('app.download')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item component="a" href={addressOf('csv')} download leftSection={<IconTable {...icon} />}>
          {t('app.downloadCsv')}
        </Menu.Item>
        {month === undefined && (
          <Menu.Item
            component="a"
            href={`${appPath(accountEndpoint(account, 'exports/invoices'))}?format=xlsx&locale=${locale}`}
            download
            leftSection={<IconFileSpreadsheet {...icon} />}
          >
            {t('app.list.xlsx')}
          </Menu.Item>
        )}
        <Menu.Item component="a" href={addressOf('json')} download leftSection={<IconBraces {...icon} />}>
          {t('app.downloadJson')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
