import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { appRequest, accountEndpoint } from './app-request.js';
import { accountKey, useScope } from './scope.js';
import type { Estimate, OrderedPaper } from './wire.js';

const debounceMs = 200;

/** What paper would come to in trees, tonnes and money, as one types. Nothing is written. */
export function useEstimate(paper: OrderedPaper | undefined) {
  const { account } = useScope();
  const [debounced] = useDebouncedValue(paper && JSON.stringify(paper), debounceMs);
  const query = useQuery({
    queryKey: accountKey(account.id, 'estimates', debounced),
    enabled: paper !== undefined && debounced !== undefined,
    // Prices change: none is kept for another time.
    staleTime: 0,
    gcTime: 0,
    // The figures before stay until the next ones are there.
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      appRequest<Estimate>('POST', accountEndpoint(account, 'estimates'), {
        body: JSON.parse(debounced ?? '{}') as OrderedPaper,
        signal,
      }),
  });
  return { ...query, data: paper && query.data };
}

/** So many that what follows for one of them is exact, and fewer than an estimate refuses. */
const largeQuantity = 100_000_000;

export interface ConversionRates {
  readonly currency: string;
  readonly pagesPerTree: number;
  /** Exact. */
  readonly pricePerPage: string;
}

function useLargeEstimate(staleTime: number) {
  const { account } = useScope();
  return useQuery({
    queryKey: accountKey(account.id, 'standard'),
    staleTime,
    queryFn: ({ signal }) =>
      appRequest<Estimate>('POST', accountEndpoint(account, 'estimates'), {
        body: { items: [{ quantity: largeQuantity }] },
        signal,
      }),
  });
}

/** What does not depend on the paper, debounced for whenever something opens that shows it: undefined until it is known. */
export function useConversionRates(): ConversionRates | undefined {
  const { data, isSuccess, isFetchedAfterMount } = useLargeEstimate(0);
  // The price that is remembered may have changed meanwhile.
  if (!isSuccess || !isFetchedAfterMount) return undefined;
  return {
    currency: data.currency,
    pagesPerTree: data.standard_pages / data.trees,
    pricePerPage: data.price_per_page,
  };
}

/** Stays as long as the installation does. */
export const useCurrency = (): string | undefined => useLargeEstimate(3_600_000).data?.currency;
