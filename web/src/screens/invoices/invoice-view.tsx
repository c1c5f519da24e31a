import { Button } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { askApp, ofAccount } from '../../api/ask-app.js';
import { accountKey, pathTo, usePathParts, useScope } from '../../api/scope.js';
import type { ExpandedInvoice } from '../../api/wire.js';
import { Loaded } from '../../components/loaded.js';
import { ScreenHead } from '../../components/screen-head.js';
import { useI18n } from '../../i18n/use-i18n.js';
import { DownloadMenu } from './download-menu.js';
import { InvoicePaper } from './invoice-paper.js';
import classes from './invoices.module.css';

export function View() {
  const { account } = useScope();
  const { id = '' } = usePathParts();
  const query = useQuery({
    queryKey: accountKey(account.id, 'invoices', id),
    queryFn: ({ signal }) =>
      askApp<ExpandedInvoice>('GET', ofAccount(account, `invoices/${encodeURIComponent(id)}`), { signal }),
  });
  return <Loaded query={query}>{(invoice) => <InvoiceScreen invoice={invoice} />}</Loaded>;
}

function InvoiceScreen({ invoice }: { readonly invoice: ExpandedInvoice }) {
  const { t } = useI18n();
  const { account } = useScope();
  return (
    <>
      <div className={classes['unprinted']}>
        <ScreenHead
          title={t('app.invoices.invoice', { number: invoice.number })}
          back={{ to: pathTo(account.id, 'invoices'), label: t('app.invoices.all') }}
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
      <InvoicePaper invoice={invoice} />
    </>
  );
}
