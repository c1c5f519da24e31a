import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconPrinter } from '../../icons/icons.js';
import { appRequest, accountEndpoint } from '../../api/app-request.js';
import { accountKey, screenPath, usePathParams, useScope } from '../../api/scope.js';
import type { ExpandedInvoice } from '../../api/wire.js';
import { QueryBoundary } from '../../components/query-boundary.js';
import { ScreenHeader } from '../../components/screen-header.js';
import { useI18n } from '../../i18n/use-i18n.js';
import { DownloadMenu } from './download-menu.js';
import { PrintableInvoice } from './printable-invoice.js';
import classes from './invoices.module.css';

export function View() {
  const { account } = useScope();
  const { id = '' } = usePathParams();
  const query = useQuery({
    queryKey: accountKey(account.id, 'invoices', id),
    queryFn: ({ signal }) =>
      appRequest<ExpandedInvoice>('GET', accountEndpoint(account, `invoices/${encodeURIComponent(id)}`), {
        signal,
      }),
  });
  return <QueryBoundary query={query}>{(invoice) => <InvoiceScreen invoice={invoice} />}</QueryBoundary>;
}

function InvoiceScreen({ invoice }: { readonly invoice: ExpandedInvoice }) {
  const { t } = useI18n();
  const { account } = useScope();
  return (
    <>
      <div className={classes['unprinted']}>
        <ScreenHeader
          title={t('app.invoices.invoice', { number: invoice.number })}
          back={{ to: screenPath(account.id, 'invoices'), label: t('app.invoices.all') }}
          actions={
            <>
              <DownloadMenu month={invoice.month} />
              <Button
                leftSection={<IconPrinter size={18} aria-hidden="true" />}
                onClick={() => window.print()}
              >
                {t('app.invoices.print')}
              </Button>
            </>
          }
        />
      </div>
      <PrintableInvoice invoice={invoice} />
    </>
  );
}
