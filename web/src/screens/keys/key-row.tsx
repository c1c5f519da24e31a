import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconKey } from '../../icons/icons.js';
import { appRequest, accountEndpoint } from '../../api/app-request.js';
import { useScope } from '../../api/scope.js';
import { useAccountMutation } from '../../api/use-account-mutation.js';
import type { ApiKey } from '../../api/wire.js';
import { FullPermissionOnly } from '../../components/full-permission-only.js';
import { ConfirmMutation } from '../../components/confirm-mutation.js';
import { Row } from '../../components/rows.js';
import { StatusBadge } from '../../components/status-badge.js';
import { useI18n } from '../../i18n/use-i18n.js';
import { EditKey } from './edit-key.js';

export function KeyRow({ apiKey }: { readonly apiKey: ApiKey }) {
  const { t, day, moment } = useI18n();
  const [isAsking, asking] = useDisclosure(false);
  const [isEditing, editing] = useDisclosure(false);
  const {
    name: given,
    revision,
    scope,
    mcp_write: mcpWrite,
    created_at: createdAt,
    last_used_at: usedAt,
    revoked_at: revokedAt,
  } = apiKey;
  const name = given ?? t('app.keys.unnamed');
  return (
    <>
      <Row
        icon={IconKey}
        title={name}
        isPast={revokedAt !== null}
        badge={revokedAt && <StatusBadge tone="quiet">{t('app.keys.revoked')}</StatusBadge>}
        details={[
          scope ? t('app.keys.readingsOnly') : undefined,
          mcpWrite ? t('app.keys.mcpWrites') : undefined,
          t('app.keys.revisionOf', { revision }),
          t('app.keys.createdOn', { date: day(createdAt) }),
          usedAt ? t('app.keys.lastUsed', { moment: moment(usedAt) }) : t('app.keys.neverUsed'),
          revokedAt ? t('app.keys.revokedOn', { date: day(revokedAt) }) : undefined,
        ]}
        actions={
          !revokedAt && (
            <FullPermissionOnly>
              <Button
                variant="default"
                size="sm"
                aria-label={t('app.keys.editOf', { name })}
                onClick={editing.open}
              >
                {t('app.keys.edit')}
              </Button>
              <Button
                variant="default"
                size="sm"
                aria-label={t('app.keys.revokeOf', { name })}
                onClick={asking.open}
              >
                {t('app.keys.revoke')}
              </Button>
            </FullPermissionOnly>
          )
        }
      />
      {isEditing && <EditKey apiKey={apiKey} name={name} onClose={editing.close} />}
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
  const { t } = useI18n();
  const { account } = useScope();
  const revocation = useAccountMutation(() => appRequest('DELETE', accountEndpoint(account, `keys/${id}`)), {
    successMessage: t('app.keys.revokedNow'),
    onSuccess: onClose,
    invalidates: ['keys'],
  });
  return (
    <ConfirmMutation
      title={t('app.keys.revokeTitle', { name })}
      text={t('app.keys.revokeText')}
      action={t('app.keys.revoke')}
      mutation={revocation}
      onClose={onClose}
    />
  );
}
