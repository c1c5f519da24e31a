import { Button } from '@mantine/core';
import { useUpdateSession, useSession } from '../session/use-session.js';
import { EmptyState } from '../components/empty-state.js';
import { NotFound } from '../components/not-found.js';
import { useI18n } from '../i18n/use-i18n.js';

/** The account in the URL is not accessible from this one. It may be another account of the same user. */
export function AccountNotFound({ accountId }: { readonly accountId: string }) {
  const { t } = useI18n();
  const change = useUpdateSession();
  const other = useSession().accounts.find(({ account_id: id }) => id === accountId);
  if (!other) return <NotFound />;
  return (
    <EmptyState
      order={1}
      title={other.display_name}
      text={t('app.account.otherText')}
      action={
        <Button
          loading={change.isPending}
          onClick={() => change.mutate({ account_id: accountId }, { onSuccess: () => location.reload() })}
        >
          {t('app.account.otherAction', { account: other.display_name })}
        </Button>
      }
    />
  );
}
