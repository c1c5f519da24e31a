import { Button } from '@mantine/core';
import { IconDownload } from '../../icons/icons.js';
import { accountEndpoint } from '../../api/app-request.js';
import { useScope } from '../../api/scope.js';
import { useI18n } from '../../i18n/use-i18n.js';
import { useDepositTotal } from './use-deposits.js';

const buttonProps = {
  variant: 'default',
  leftSection: <IconDownload size={18} aria-hidden="true" />,
} as const;

/** A plain link: the browser streams the file, which may be large. */
export function ExportMonth({ month }: { readonly month: string }) {
  const { t } = useI18n();
  const { account } = useScope();
  const { data: total } = useDepositTotal(month);
  const label = t('app.deposits.csv');
  if (!total?.deposits)
    return (
      <Button {...buttonProps} disabled>
        {label}
      </Button>
    );
  return (
    <Button
      {...buttonProps}
      component="a"
      href={`/app/${accountEndpoint(account, 'deposits/export')}?month=${month}`}
      download
    >
      {label}
    </Button>
  );
}
