import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconDeviceDesktop, IconDeviceMobile } from '../../icons/icons.js';
import { appRequest } from '../../api/app-request.js';
import { useAccountMutation } from '../../api/use-account-mutation.js';
import type { ListedSession } from '../../api/wire.js';
import { ConfirmMutation } from '../../components/confirm-mutation.js';
import { Row } from '../../components/rows.js';
import { StatusBadge } from '../../components/status-badge.js';
import { useI18n } from '../../i18n/use-i18n.js';
import { describeUserAgent } from '../../session/describe-user-agent.js';

export function SessionRow({ session }: { readonly session: ListedSession }) {
  const { t, moment, day } = useI18n();
  const [isAsking, asking] = useDisclosure(false);
  const { browser, system, isMobile } = describeUserAgent(session.user_agent ?? '');
  const name =
    browser && system
      ? t('app.sessions.on', { browser, system })
      : (browser ?? system ?? t('app.sessions.unknownBrowser'));
  return (
    <>
      <Row
        icon={isMobile ? IconDeviceMobile : IconDeviceDesktop}
        title={name}
        badge={session.is_current && <StatusBadge>{t('app.sessions.current')}</StatusBadge>}
        details={[
          t('app.sessions.lastSeen', { moment: moment(session.last_seen_at) }),
          t('app.sessions.signedIn', { date: day(session.created_at) }),
        ]}
        actions={
          !session.is_current && (
            <Button
              variant="default"
              size="sm"
              aria-label={t('app.sessions.endOf', { name })}
              onClick={asking.open}
            >
              {t('app.sessions.end')}
            </Button>
          )
        }
      />
      {isAsking && <EndSession id={session.id} name={name} onClose={asking.close} />}
    </>
  );
}

interface EndSessionProps {
  readonly id: string;
  readonly name: string;
  readonly onClose: () => void;
}

function EndSession({ id, name, onClose }: EndSessionProps) {
  const { t } = useI18n();
  const ending = useAccountMutation(() => appRequest('DELETE', `sessions/${id}`), {
    successMessage: t('app.sessions.ended'),
    onSuccess: onClose,
    invalidates: ['sessions'],
  });
  return (
    <ConfirmMutation
      title={t('app.sessions.endTitle')}
      text={t('app.sessions.endText', { name })}
      action={t('app.sessions.end')}
      mutation={ending}
      onClose={onClose}
    />
  );
}
