import type { Quote } from '@regrove/sdk';
import { useQuery } from '@tanstack/react-query';
import { accountKey, useScope } from '../../api/scope.js';
import { useIsProjectComplete } from '../../api/use-projects.js';

/** Enough for a select. Older quotes can be executed from the list of quotes. */
const atMost = 100;
const pagesAtMost = 5;

/** Quotes that can still be executed, newest first. */
export function useOpenQuotes() {
  const { account, client } = useScope();
  const isComplete = useIsProjectComplete();
  return useQuery({
    queryKey: accountKey(account.id, 'quotes', 'open'),
    queryFn: async ({ signal }) => {
      const open: Quote[] = [];
      let read = 0;
      for await (const page of client.quotes.list({ pageSize: 200, signal }).pages()) {
        open.push(...page.filter((quote) => quote.biomass_offset_id === null));
        if (++read === pagesAtMost || open.length >= atMost) break;
      }
      return open.slice(0, atMost);
    },
    select: (open) => open.filter((quote) => !isComplete(quote.project_id)),
  });
}
