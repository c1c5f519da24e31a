import { Badge, Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconKey } from '@tabler/icons-react';
import { askApp, ofAccount } from '../../api/ask-app.js';
import { useScope } from '../../api/scope.js';
import { useChange } from '../../api/use-change.js';
import type { ApiKey } from '../../api/wire.js';
import { ConfirmChange } from '../../parts/confirm-change.js';
import { Row } from '../../parts/rows.js';
import { useWords } from '../../words/words.js';

export function KeyRow({ apiKey }: { readonly apiKey: ApiKey }) {
  const { say, day, moment } = useWords();
  const [isAsking, asking] = useDisclosure(false);
  const {
    name: given,
    revision,
    created_at: createdAt,
    last_used_at: usedAt,
    revoked_at: revokedAt,
  } = apiKey;
  const name = given ?? say('app.keys.unnamed');
  return (
    <>
      <Row
        icon={IconKey}
        title={name}
        isPast={revokedAt !== null}
        badge={
          revokedAt && (
            <Badge variant="light" color="gray">
              {say('app.keys.revoked')}
            </Badge>
          )
        }
        details={[
          say('app.keys.revisionOf', { revision }),
          say('app.keys.createdOn', { date: day(createdAt) }),
          usedAt ? say('app.keys.lastUsed', { moment: moment(usedAt) }) : say('app.keys.neverUsed'),
          revokedAt ? say('app.keys.revokedOn', { date: day(revokedAt) }) : undefined,
        ]}
        actions={
          !revokedAt && (
            <Button
              variant="default"
              size="sm"
              aria-label={say('app.keys.revokeOf', { name })}
              onClick={asking.open}
            >
              {say('app.keys.revoke')}
            </Button>
          )
        }
      />
      {isAsking && <RevokeKey id={apiKey.id} name={name} onClose={asking.close} />}
    </>
  );
}

interface RevokeKeyProps {
  readonly id: string;
  readonly name: string;
  readonly onClose: () => void;
}

function RevokeKey({ id, name, onClose }: RevokeKeyProps) {
  const { say } = useWords();
  const { account } = useScope();
  const revocation = useChange(() => askApp('DELETE', ofAccount(account, `keys/${id}`)), {
    said: say('app.keys.revokedNow'),
    onDone: onClose,
    touches: ['keys'],
  });
  return (
    <ConfirmChange
      title={say('app.keys.revokeTitle', { name })}
      text={say('app.keys.revokeText')}
      action={say('app.keys.revoke')}
      change={revocation}
      onClose={onClose}
    />
  );
}
