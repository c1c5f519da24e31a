import { useQuery } from '@tanstack/react-query';
import { appRequest, accountEndpoint } from '../api/app-request.js';
import { accountKey, useScope } from '../api/scope.js';
import type { PublicMethodology } from '../api/wire.js';
import { MethodologyNote } from './methodology-note.js';

interface MethodologyOfProps {
  readonly of: 'orders' | 'quotes';
  readonly id: string;
  readonly isOfCarbon?: boolean;
}

/** By which methodology an order or a quote was calculated. */
export function MethodologyOf({ of, id, isOfCarbon = false }: MethodologyOfProps) {
  const { account } = useScope();
  const { data } = useQuery({
    queryKey: accountKey(account.id, of, id, 'methodology'),
    // It never changes.
    staleTime: Infinity,
    queryFn: ({ signal }) =>
      appRequest<PublicMethodology>('GET', accountEndpoint(account, `${of}/${id}/methodology`), { signal }),
  });
  return data && <MethodologyNote methodologies={[data]} isOfCarbon={isOfCarbon} />;
}
