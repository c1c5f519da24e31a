import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconFileTypePdf, IconPrinter } from '../../icons/icons.js';
import { accountEndpoint, appPath, appRequest } from '../../api/app-request.js';
import { accountKey, screenPath, usePathParams, useScope } from '../../api/scope.js';
import type { InvoiceDocument } from '../../api/wire.js';
import { QueryBoundary } from '../../components/query-boundary.js';
import { ScreenHeader } from '../../components/screen-header.js';
import { useI18n } from '../../i18n/use-i18n.js';
import { CreditNotes } from './credit-notes.js';
import { DownloadMenu } from './download-menu.js';
import { PrintableInvoice } from './printable-invoice.js';
import classes from './invoices.module.css';

export function View() {
  const { account } = useScope();
  const { id = '' } = usePathParams();
  const query = useQuery({
    queryKey: accountKey(account.id, 'invoices', id),
    queryFn: ({ signal }) =>
      appRequest<InvoiceDocument>('GET', accountEndpoint(account, `invoices/${encodeURIComponent(id)}`), {
        signal,
      }),
  });
  return <QueryBoundary query={query}>{(invoice) => <InvoiceScreen invoice={invoice} />}</QueryBoundary>;
}

function InvoiceScreen({ invoice }: { readonly invoice: InvoiceDocument }) {
  const { t, locale } = useI18n();
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
                component="a"
                href={`${appPath(accountEndpoint(account, `invoices/${invoice.id}/pdf`))}?locale=${locale}`}
                download
                variant="default"
                leftSection={<IconFileTypePdf size={18} aria-hidden="true" />}
              >
                {t('certificate.downloadPdf')}
              </Button>
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
      <div className={classes['unprinted']}>
        <CreditNotes invoice={invoice} />
      </div>
    </>
  );
}
