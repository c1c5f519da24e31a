import { Button, Menu } from '@mantine/core';
import type { ReactNode } from 'react';
import { appPath } from '../api/app-request.js';
import { IconDownload, IconFileSpreadsheet, IconTable } from '../icons/icons.js';
import { useI18n } from '../i18n/use-i18n.js';

const icon = { size: 16, 'aria-hidden': true } as const;

interface ExportMenuProps {
  /** The address of the file below /app, without its format and language. */
  readonly address: string;
  /** Further entries. */
  readonly children?: ReactNode;
}

/** The whole list as a file. Plain links: the browser streams the file, which may be large. */
export function ExportMenu({ address, children }: ExportMenuProps) {
  const { t, locale } = useI18n();
  const hrefOf = (format: 'csv' | 'xlsx'): string => {
    const url = new URL(appPath(address), location.origin);
    url.searchParams.set('format', format);
    url.searchParams.set('locale', locale);
    return url.pathname + url.search;
  };
  return (
    <Menu position="bottom-end" shadow="md">
      <Menu.Target>
        <Button variant="default" leftSection={<IconDownload size={18} aria-hidden="true" />}>
          {t('app.list.export')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item component="a" href={hrefOf('csv')} download leftSection={<IconTable {...icon} />}>
          {t('app.list.csv')}
        </Menu.Item>
        <Menu.Item
          component="a"
          href={hrefOf('xlsx')}
          download
          leftSection={<IconFileSpreadsheet {...icon} />}
        >
          {t('app.list.xlsx')}
        </Menu.Item>
        {children}
      </Menu.Dropdown>
    </Menu>
  );
}
