import { Button, Checkbox, Group, Menu, NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { accountEndpoint, appPath } from '../../api/app-request.js';
import { accountKey, useScope } from '../../api/scope.js';
import { today } from '../../clock.js';
import { LoadError } from '../../components/load-error.js';
import { ScreenHeader } from '../../components/screen-header.js';
import { ScreenSkeleton } from '../../components/screen-skeleton.js';
import { IconBraces, IconDownload, IconFileSpreadsheet, IconFileTypePdf } from '../../icons/icons.js';
import { useI18n } from '../../i18n/use-i18n.js';
import { AnnualFigures } from './annual-figures.js';

const yearsOffered = 10;
const icon = { size: 16, 'aria-hidden': true } as const;

/** The annual report on screen and as a file. */
export function View() {
  const { t, locale } = useI18n();
  const { account, client } = useScope();
  const thisYear = Number(today().slice(0, 4));
  const [year, setYear] = useState(thisYear);
  const [isWithBelow, setIsWithBelow] = useState(false);
  const report = useQuery({
    queryKey: accountKey(account.id, 'report', year, isWithBelow),
    queryFn: ({ signal }) =>
      client.reports.annual({ year, include_descendants: isWithBelow, locale, signal }),
  });
  const query = new URLSearchParams({ year: String(year), include_descendants: String(isWithBelow), locale });
  const hrefOf = (extension: string): string =>
    `${appPath(accountEndpoint(account, `reports/annual.${extension}`))}?${query.toString()}`;
  return (
    <>
      <ScreenHeader
        title={t('app.reports.annual')}
        actions={
          <Menu position="bottom-end" shadow="md">
            <Menu.Target>
              <Button variant="default" leftSection={<IconDownload size={18} aria-hidden="true" />}>
                {t('app.download')}
              </Button>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item
                component="a"
                href={hrefOf('pdf')}
                download
                leftSection={<IconFileTypePdf {...icon} />}
              >
                PDF
              </Menu.Item>
              <Menu.Item
                component="a"
                href={hrefOf('xlsx')}
                download
                leftSection={<IconFileSpreadsheet {...icon} />}
              >
                {t('app.list.xlsx')}
              </Menu.Item>
              <Menu.Item component="a" href={hrefOf('json')} download leftSection={<IconBraces {...icon} />}>
                {t('app.downloadJson')}
              </Menu.Item>
            </Menu.Dropdown>
          </Menu>
        }
      />
      <Group mb="lg" align="end">
        <NativeSelect
          label={t('app.reports.year')}
          value={String(year)}
          onChange={({ currentTarget: { value } }) => setYear(Number(value))}
          data={Array.from({ length: yearsOffered }, (_, index) => String(thisYear - index))}
        />
        {account.accounts_count > 0 && (
          <Checkbox
            label={t('app.settings.pageBelow')}
            checked={isWithBelow}
            onChange={({ currentTarget: { checked } }) => setIsWithBelow(checked)}
          />
        )}
      </Group>
      {report.data ? (
        <AnnualFigures report={report.data} />
      ) : report.error ? (
        <LoadError error={report.error} retry={report.refetch} order={2} />
      ) : (
        <ScreenSkeleton />
      )}
    </>
  );
}
