import { Badge, Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconUser } from '@tabler/icons-react';
import type { User } from '@regrove/sdk';
import { localeNames } from '../../../../server/src/messages/locales.js';
import { Row } from '../../parts/rows.js';
import { useSession } from '../../session/use-session.js';
import { spokenLocale } from '../../words/chosen-locale.js';
import { useWords } from '../../words/words.js';
import { OwnLanguage } from './own-language.js';
import { RemoveUser } from './remove-user.js';

interface UserRowProps {
  readonly user: User;
  /** The account has no other. */
  readonly isLast: boolean;
}

export function UserRow({ user, isLast }: UserRowProps) {
  const { say, day } = useWords();
  const session = useSession();
  const [isAsking, asking] = useDisclosure(false);
  const isSelf = user.id === session.user.id;
  const name = user.full_name ?? user.email;
  return (
    <>
      <Row
        icon={IconUser}
        title={name}
        badge={isSelf && <Badge variant="light">{say('app.users.you')}</Badge>}
        details={[
          user.full_name === null ? undefined : user.email,
          isSelf ? undefined : localeNames[spokenLocale(user.locale)],
          say('app.users.since', { date: day(user.created_at) }),
        ]}
        actions={
          <>
            {isSelf && <OwnLanguage />}
            <Button
              variant="default"
              size="sm"
              aria-label={say('app.users.removeOf', { name })}
              onClick={asking.open}
            >
              {say('app.users.remove')}
            </Button>
          </>
        }
      />
      {isAsking && <RemoveUser user={user} isSelf={isSelf} isLast={isLast} onClose={asking.close} />}
    </>
  );
}
