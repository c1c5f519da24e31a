import { notifications } from '@mantine/notifications';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { accountEndpoint, appRequest } from '../api/app-request.js';
import type { SandboxState } from '../api/wire.js';
import { setSandboxTime } from '../clock.js';
import { useI18n } from '../i18n/use-i18n.js';
import { useSession } from '../session/use-session.js';
import { SandboxContext, type CurrentSandbox } from '../session/use-sandbox.js';

const key = ['sandbox'] as const;
const whileMovingMs = 700;
/** It may also be advanced with the API. */
const whileStillMs = 15_000;

interface SandboxProviderProps {
  /** As the session knows it. */
  readonly known: SandboxState;
  readonly children: ReactNode;
}

/** Follows the clock of the sandbox. */
export function SandboxProvider({ known, children }: SandboxProviderProps) {
  const { account } = useSession();
  const queries = useQueryClient();
  const { data: state } = useQuery({
    queryKey: key,
    queryFn: async ({ signal }) =>
      noted(await appRequest<SandboxState>('GET', accountEndpoint(account, 'sandbox'), { signal })),
    initialData: known,
    refetchInterval: ({ state: { data } }) => (data?.advancing_to ? whileMovingMs : whileStillMs),
  });
  const from = useStart(state);
  useArrival(state);
  const current = useMemo<CurrentSandbox>(
    () => ({
      ...state,
      from,
      advance: async (to) => {
        const path = accountEndpoint(account, 'sandbox/advance');
        const moving = noted(await appRequest<SandboxState>('POST', path, { body: { to } }));
        await queries.cancelQueries({ queryKey: key });
        queries.setQueryData(key, moving);
      },
    }),
    [state, from, account, queries],
  );
  return <SandboxContext value={current}>{children}</SandboxContext>;
}

function noted(state: SandboxState): SandboxState {
  setSandboxTime(state.now);
  return state;
}

function useStart({ now, advancing_to: to }: SandboxState): string {
  const [seen, setSeen] = useState({ to, now });
  if (seen.to === to) return seen.now;
  setSeen({ to, now });
  return now;
}

/** Once the clock stands at another time, everything that is shown is out of date. */
function useArrival({ now, advancing_to: to }: SandboxState): void {
  const { t, clock } = useI18n();
  const queries = useQueryClient();
  const shown = useRef(to === null ? now : '');
  useEffect(() => {
    if (to !== null || shown.current === now) return;
    shown.current = now;
    notifications.show({ message: t('app.sandbox.arrived', { moment: clock(now) }) });
    void queries.invalidateQueries({ queryKey: ['account'] });
  }, [now, to, queries, t, clock]);
}
