import { Button, Skeleton, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { appRequest } from '../../api/app-request.js';
import { useAccountMutation } from '../../api/use-account-mutation.js';
import type { EndedSessions } from '../../api/wire.js';
import { ConfirmMutation } from '../../components/confirm-mutation.js';
import { LoadError } from '../../components/load-error.js';
import { Rows } from '../../components/rows.js';
import { ScreenHeader } from '../../components/screen-header.js';
import { Card } from '../../components/card.js';
import { useI18n } from '../../i18n/use-i18n.js';
import { PasskeysCard } from './passkeys-card.js';
import { SessionRow } from './session-row.js';
import { useSessions } from './use-sessions.js';

export function View() {
  const { t } = useI18n();
  const { data, error, refetch } = useSessions();
  const [isAsking, asking] = useDisclosure(false);
  const isAlone = data?.length === 1;
  return (
    <>
      <ScreenHeader
        title={t('app.sessions.title')}
        intro={t('app.sessions.intro')}
        actions={
          data &&
          !isAlone && (
            <Button variant="default" onClick={asking.open}>
              {t('app.sessions.endOthers')}
            </Button>
          )
        }
      />
      {data ? (
        <Card>
          <Rows>
            {data.map((session) => (
              <SessionRow key={session.id} session={session} />
            ))}
          </Rows>
          {isAlone && (
            <Text c="dimmed" size="sm" mt="lg">
              {t('app.sessions.onlyThis')}
            </Text>
          )}
        </Card>
      ) : error ? (
        <LoadError error={error} retry={refetch} />
      ) : (
        <Skeleton height="12rem" radius="lg" />
      )}
      <PasskeysCard />
      {isAsking && <EndOthers onClose={asking.close} />}
    </>
  );
}

function EndOthers({ onClose }: { readonly onClose: () => void }) {
  const { t } = useI18n();
  const ending = useAccountMutation(() => appRequest<EndedSessions>('DELETE', 'sessions'), {
    successMessage: ({ ended }) => t('app.sessions.othersEnded', { count: ended }),
    onSuccess: onClose,
    invalidates: ['sessions'],
  });
  return (
    <ConfirmMutation
      title={t('app.sessions.endOthersTitle')}
      text={t('app.sessions.endOthersText')}
      action={t('app.sessions.endOthers')}
      mutation={ending}
      onClose={onClose}
    />
  );
}
