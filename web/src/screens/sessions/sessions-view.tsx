import { Button, Skeleton, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { askApp } from '../../api/ask-app.js';
import { useChange } from '../../api/use-change.js';
import { ConfirmChange } from '../../components/confirm-change.js';
import { Failure } from '../../components/failure.js';
import { Rows } from '../../components/rows.js';
import { ScreenHead } from '../../components/screen-head.js';
import { Card } from '../../components/card.js';
import { useI18n } from '../../i18n/use-i18n.js';
import { SessionRow } from './session-row.js';
import { useSessions } from './use-sessions.js';

export function View() {
  const { t } = useI18n();
  const { data, error, refetch } = useSessions();
  const [isAsking, asking] = useDisclosure(false);
  const isAlone = data?.length === 1;
  return (
    <>
      <ScreenHead
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
        <Failure error={error} retry={refetch} />
      ) : (
        <Skeleton height="12rem" radius="lg" />
      )}
      {isAsking && <EndOthers onClose={asking.close} />}
    </>
  );
}

function EndOthers({ onClose }: { readonly onClose: () => void }) {
  const { t } = useI18n();
  const ending = useChange(() => askApp<{ ended: number }>('DELETE', 'sessions'), {
    said: ({ ended }) => t('app.sessions.othersEnded', { count: ended }),
    onDone: onClose,
    touches: ['sessions'],
  });
  return (
    <ConfirmChange
      title={t('app.sessions.endOthersTitle')}
      text={t('app.sessions.endOthersText')}
      action={t('app.sessions.endOthers')}
      change={ending}
      onClose={onClose}
    />
  );
}
