import { Anchor, Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ExpandedQuote } from '@regrove/sdk';
import { accountKey, screenPath, usePathParams, useScope } from '../../api/scope.js';
import { useIsProjectComplete } from '../../api/use-projects.js';
import { FullPermissionOnly } from '../../components/full-permission-only.js';
import { Figure, FigureList } from '../../components/figure-list.js';
import { ItemsTable } from '../../components/items/items-table.js';
import { MethodologyOf } from '../../components/methodology-of.js';
import { QueryBoundary } from '../../components/query-boundary.js';
import { Hint } from '../../components/hint.js';
import { ProjectLink } from '../../components/project-link.js';
import { ScreenHeader } from '../../components/screen-header.js';
import { Card } from '../../components/card.js';
import { TwoColumns } from '../../components/two-columns.js';
import { useFormatMoney } from '../../components/use-format-money.js';
import { useI18n } from '../../i18n/use-i18n.js';
import { certificatePath } from '../offsets/certificate-path.js';
import { DeleteQuote } from './delete-quote.js';
import { ExecuteQuote } from './execute-quote.js';
import { QuoteStatus } from './quotes-view.js';
import { ShareQuote } from './share-quote.js';

export function View() {
  const { account, client } = useScope();
  const { id = '' } = usePathParams();
  const query = useQuery({
    queryKey: accountKey(account.id, 'quotes', id),
    queryFn: ({ signal }) => client.quotes.get(id, { signal }),
  });
  return <QueryBoundary query={query}>{(quote) => <QuoteScreen quote={quote} />}</QueryBoundary>;
}

function QuoteScreen({ quote }: { readonly quote: ExpandedQuote }) {
  const { t, day, number, trees, mass } = useI18n();
  const { account } = useScope();
  const money = useFormatMoney();
  const dated = t('app.quotes.one', { date: day(quote.created_at) });
  const [open, setOpen] = useState<'execute' | 'delete'>();
  const close = (): void => setOpen(undefined);
  const isOver = useIsProjectComplete()(quote.project_id) && !quote.biomass_offset_id;
  return (
    <>
      <ScreenHeader
        title={quote.external_id ?? dated}
        {...(quote.external_id !== null && { intro: dated })}
        back={{ to: screenPath(account.id, 'quotes'), label: t('app.quotes.all') }}
        actions={
          !quote.biomass_offset_id && (
            <FullPermissionOnly>
              <Button variant="default" onClick={() => setOpen('delete')}>
                {t('app.delete')}
              </Button>
              {!isOver && <Button onClick={() => setOpen('execute')}>{t('app.quotes.execute')}</Button>}
            </FullPermissionOnly>
          )
        }
      />
      {isOver && <Hint>{t('app.quotes.projectComplete')}</Hint>}
      <TwoColumns
        aside={
          <Card title={t('app.estimate.title')}>
            <FigureList>
              <Figure name={t('app.status')}>
                <QuoteStatus quote={quote} />
              </Figure>
              <Figure name={t('app.project')}>
                <ProjectLink id={quote.project_id} />
              </Figure>
              <Figure name={t('app.items.byMass')}>{mass(quote.mass)}</Figure>
              <Figure name={t('app.pages')}>{number(quote.standard_pages)}</Figure>
              <Figure name={t('app.trees')}>{trees(quote.trees)}</Figure>
              <Figure name={t('app.price')} isMain>
                {money(quote.price)}
              </Figure>
            </FigureList>
            <MethodologyOf of="quotes" id={quote.id} />
            {quote.biomass_offset_id && <CertificateOf offsetId={quote.biomass_offset_id} />}
          </Card>
        }
      >
        <ItemsTable items={quote.items} />
        <ShareQuote quote={quote} isOver={isOver} />
      </TwoColumns>
      {open === 'execute' && <ExecuteQuote quote={quote} onClose={close} />}
      {open === 'delete' && <DeleteQuote quote={quote} onClose={close} />}
    </>
  );
}

function CertificateOf({ offsetId }: { readonly offsetId: string }) {
  const { t, locale } = useI18n();
  const { account, client } = useScope();
  const { data } = useQuery({
    queryKey: accountKey(account.id, 'offsets', offsetId),
    queryFn: ({ signal }) => client.offsets.get(offsetId, { signal }),
  });
  if (!data) return null;
  return (
    <Anchor
      underline="always"
      href={certificatePath(data.certificate_id, locale)}
      target="_blank"
      mt="lg"
      display="block"
    >
      {t('app.offsets.certificate')}
    </Anchor>
  );
}
