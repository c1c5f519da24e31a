import { Anchor, Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ExpandedQuote } from '@regrove/sdk';
import { accountKey, pathTo, usePathParts, useScope } from '../../api/scope.js';
import { useIsComplete } from '../../api/use-projects.js';
import { Figure, FigureList } from '../../parts/figure-list.js';
import { ItemsTable } from '../../parts/items/items-table.js';
import { Loaded } from '../../parts/loaded.js';
import { Hint } from '../../parts/hint.js';
import { ProjectLink } from '../../parts/project-link.js';
import { ScreenHead } from '../../parts/screen-head.js';
import { Sheet } from '../../parts/sheet.js';
import { Split } from '../../parts/split.js';
import { useMoney } from '../../parts/use-money.js';
import { useWords } from '../../words/words.js';
import { certificatePath } from '../offsets/certificate-path.js';
import { DeleteQuote } from './delete-quote.js';
import { ExecuteQuote } from './execute-quote.js';
import { QuoteState } from './quotes-view.js';

export function View() {
  const { account, client } = useScope();
  const { id = '' } = usePathParts();
  const query = useQuery({
    queryKey: accountKey(account.id, 'quotes', id),
    queryFn: ({ signal }) => client.quotes.get(id, { signal }),
  });
  return <Loaded query={query}>{(quote) => <QuoteScreen quote={quote} />}</Loaded>;
}

function QuoteScreen({ quote }: { readonly quote: ExpandedQuote }) {
  const { say, day, number, trees, mass } = useWords();
  const { account } = useScope();
  const money = useMoney();
  const [open, setOpen] = useState<'execute' | 'delete'>();
  const close = (): void => setOpen(undefined);
  const isOver = useIsComplete()(quote.project_id) && !quote.biomass_offset_id;
  return (
    <>
      <ScreenHead
        title={say('app.quotes.one', { date: day(quote.created_at) })}
        {...(quote.external_id !== null && { intro: quote.external_id })}
        back={{ to: pathTo(account.id, 'quotes'), label: say('app.quotes.all') }}
        actions={
          !quote.biomass_offset_id && (
            <>
              <Button variant="default" onClick={() => setOpen('delete')}>
                {say('app.delete')}
              </Button>
              {!isOver && <Button onClick={() => setOpen('execute')}>{say('app.quotes.execute')}</Button>}
            </>
          )
        }
      />
      {isOver && <Hint>{say('app.quotes.projectComplete')}</Hint>}
      <Split
        aside={
          <Sheet title={say('app.estimate.title')}>
            <FigureList>
              <Figure name={say('app.status')}>
                <QuoteState quote={quote} />
              </Figure>
              <Figure name={say('app.project')}>
                <ProjectLink id={quote.project_id} />
              </Figure>
              <Figure name={say('app.items.byMass')}>{mass(quote.mass)}</Figure>
              <Figure name={say('app.pages')}>{number(quote.standard_pages)}</Figure>
              <Figure name={say('app.trees')}>{trees(quote.trees)}</Figure>
              <Figure name={say('app.price')} isMain>
                {money(quote.price)}
              </Figure>
            </FigureList>
            {quote.biomass_offset_id && <CertificateOf offsetId={quote.biomass_offset_id} />}
          </Sheet>
        }
      >
        <ItemsTable items={quote.items} />
      </Split>
      {open === 'execute' && <ExecuteQuote quote={quote} onClose={close} />}
      {open === 'delete' && <DeleteQuote quote={quote} onClose={close} />}
    </>
  );
}

/** The receipt of the trees that it has become. */
function CertificateOf({ offsetId }: { readonly offsetId: string }) {
  const { say, locale } = useWords();
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
      {say('app.offsets.certificate')}
    </Anchor>
  );
}
