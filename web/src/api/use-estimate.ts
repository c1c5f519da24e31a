import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { appRequest, accountEndpoint } from './app-request.js';
import { accountKey, useScope } from './scope.js';
import type { Estimate, OrderedPaper, PublicMethodology } from './wire.js';

const debounceMs = 200;

/** Trees, tonnes and price of some paper. Nothing is stored. */
export function useEstimate(paper: OrderedPaper | undefined) {
  const { account } = useScope();
  const [debounced] = useDebouncedValue(paper && JSON.stringify(paper), debounceMs);
  const query = useQuery({
    queryKey: accountKey(account.id, 'estimates', debounced),
    enabled: paper !== undefined && debounced !== undefined,
    // Prices change, so no estimate is reused.
    staleTime: 0,
    gcTime: 0,
    // Keeps the last figures visible while the next ones load.
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      appRequest<Estimate>('POST', accountEndpoint(account, 'estimates'), {
        body: JSON.parse(debounced ?? '{}') as OrderedPaper,
        signal,
      }),
  });
  return { ...query, data: paper && query.data };
}

/** Large enough for exact rates per page, and within the limit of an estimate. */
const largeQuantity = 100_000_000;

export interface ConversionRates {
  readonly currency: string;
  readonly pagesPerTree: number;
  /** Exact. */
  readonly pricePerPage: string;
  readonly methodology: PublicMethodology;
}

/** The rates that apply to all paper, fetched anew by every component that mounts; undefined until then. */
export function useConversionRates(): ConversionRates | undefined {
  const { account } = useScope();
  const { data, isSuccess, isFetchedAfterMount } = useQuery({
    queryKey: accountKey(account.id, 'standard'),
    staleTime: 0,
    queryFn: ({ signal }) =>
      appRequest<Estimate>('POST', accountEndpoint(account, 'estimates'), {
        body: { items: [{ quantity: largeQuantity }] },
        signal,
      }),
  });
  // A cached price may be out of date.
  if (!isSuccess || !isFetchedAfterMount) return undefined;
  return {
    currency: data.currency,
    pagesPerTree: data.standard_pages / data.trees,
    pricePerPage: data.price_per_page,
    methodology: data.methodology,
  };
}
