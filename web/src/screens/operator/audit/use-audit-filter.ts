import { useNavigate, useSearch } from '@tanstack/react-router';

export interface AuditFilter {
  readonly account: string | undefined;
  readonly isInstallation: boolean;
  /** Days, both inclusive. */
  readonly from: string | undefined;
  readonly until: string | undefined;
}

const dayMs = 86_400_000;
const isDay = /^\d{4}-\d{2}-\d{2}$/;
const isId = /^[0-9a-f-]{36}$/i;

/** Kept in the URL, so that it can be linked to. */
export function useAuditFilter(): [AuditFilter, (filter: AuditFilter) => void] {
  const search: unknown = useSearch({ strict: false });
  const params = search as Readonly<Record<string, unknown>>;
  const navigate = useNavigate();
  const text = (name: string, form: RegExp): string | undefined => {
    const value = params[name];
    return typeof value === 'string' && form.test(value) ? value : undefined;
  };
  const filter: AuditFilter = {
    account: text('account', isId),
    isInstallation: params['account'] === 'installation',
    from: text('from', isDay),
    until: text('until', isDay),
  };
  const change = ({ account, isInstallation, from, until }: AuditFilter): void => {
    const whose = isInstallation ? 'installation' : account;
    void navigate({
      to: '.',
      search: { ...(whose && { account: whose }), ...(from && { from }), ...(until && { until }) },
      replace: true,
    });
  };
  return [filter, change];
}

/** The server's `until` is exclusive. */
export function toQueryString({ account, isInstallation, from, until }: AuditFilter): string {
  const end = until && new Date(Date.parse(`${until}T00:00:00Z`) + dayMs).toISOString();
  return new URLSearchParams({
    ...(isInstallation && { installation: 'true' }),
    ...(!isInstallation && account && { account_id: account }),
    ...(from && { from }),
    ...(end && { until: end }),
  }).toString();
}
