import { Badge, Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconDeviceDesktop, IconDeviceMobile } from '@tabler/icons-react';
import { askApp } from '../../api/ask-app.js';
import { useChange } from '../../api/use-change.js';
import { ConfirmChange } from '../../parts/confirm-change.js';
import { Row } from '../../parts/rows.js';
import { useWords } from '../../words/words.js';
import { browserNames } from './browser-names.js';
import type { ListedSession } from './use-sessions.js';

export function SessionRow({ session }: { readonly session: ListedSession }) {
  const { say, moment, day } = useWords();
  const [isAsking, asking] = useDisclosure(false);
  const { browser, system, isHandheld } = browserNames(session.user_agent ?? '');
  const name =
    browser && system
      ? say('app.sessions.on', { browser, system })
      : (browser ?? system ?? say('app.sessions.unknownBrowser'));
  return (
    <>
      <Row
        icon={isHandheld ? IconDeviceMobile : IconDeviceDesktop}
        title={name}
        badge={session.is_current && <Badge variant="light">{say('app.sessions.current')}</Badge>}
        details={[
          say('app.sessions.lastSeen', { moment: moment(session.last_seen_at) }),
          say('app.sessions.signedIn', { date: day(session.created_at) }),
        ]}
        actions={
          !session.is_current && (
            <Button
              variant="default"
              size="sm"
              aria-label={say('app.sessions.endOf', { name })}
              onClick={asking.open}
            >
              {say('app.sessions.end')}
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
  const { say } = useWords();
  const ending = useChange(() => askApp('DELETE', `sessions/${id}`), {
    said: say('app.sessions.ended'),
    onDone: onClose,
    touches: ['sessions'],
  });
  return (
    <ConfirmChange
      title={say('app.sessions.endTitle')}
      text={say('app.sessions.endText', { name })}
      action={say('app.sessions.end')}
      change={ending}
      onClose={onClose}
    />
  );
}
