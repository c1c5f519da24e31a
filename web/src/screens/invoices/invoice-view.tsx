import { Button } from '@mantine/core';
import { IconArrowLeft, IconPrinter } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { AppError, askApp, ofAccount } from '../../api/ask-app.js';
import { accountKey, pathTo, usePathParts, useScope } from '../../api/scope.js';
import type { ExpandedInvoice } from '../../api/wire.js';
import { Failure } from '../../parts/failure.js';
import { NotFound } from '../../parts/not-found.js';
import { ScreenHead } from '../../parts/screen-head.js';
import { ScreenSkeleton } from '../../parts/screen-skeleton.js';
import { useWords } from '../../words/words.js';
import { DownloadMenu } from './download-menu.js';
import { InvoicePaper } from './invoice-paper.js';
import classes from './invoices.module.css';

export function View() {
  const { say } = useWords();
  const { account } = useScope();
  const { id = '' } = usePathParts();
  const { data, error, refetch } = useQuery({
    queryKey: accountKey(account.id, 'invoice', id),
    queryFn: ({ signal }) =>
      askApp<ExpandedInvoice>('GET', ofAccount(account, `invoices/${encodeURIComponent(id)}`), { signal }),
  });
  if (error instanceof AppError && error.status === 404) return <NotFound />;
  if (error && !data) return <Failure error={error} retry={refetch} order={1} />;
  if (!data) return <ScreenSkeleton />;
  return (
    <>
      <div className={classes['unprinted']}>
        <Button
          component={Link}
          to={pathTo(account.id, 'invoices')}
          variant="subtle"
          size="compact-sm"
          mb="md"
          leftSection={<IconArrowLeft size={16} aria-hidden="true" />}
        >
          {say('app.invoices.all')}
        </Button>
        <ScreenHead
          title={say('app.invoices.invoice', { number: data.number })}
          actions={
            <>
              <DownloadMenu month={data.month} />
              <Button
                leftSection={<IconPrinter size={18} aria-hidden="true" />}
                onClick={() => window.print()}
              >
                {say('app.invoices.print')}
              </Button>
            </>
          }
        />
      </div>
      <InvoicePaper invoice={data} />
    </>
  );
}
