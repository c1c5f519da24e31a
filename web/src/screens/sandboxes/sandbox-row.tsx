import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { FullPermissionOnly } from '../../components/full-permission-only.js';
import { Row } from '../../components/rows.js';
import { StatusBadge } from '../../components/status-badge.js';
import { useI18n } from '../../i18n/use-i18n.js';
import { IconFlask } from '../../icons/icons.js';
import { sandboxPath } from '../../base-path.js';

interface SandboxRowProps {
  readonly sandbox: {
    readonly id: string;
    readonly name: string;
    readonly expires_at: string;
    readonly deletes_at: string;
    readonly is_expired: boolean;
  };
  readonly details: readonly (string | undefined)[];
  readonly badge?: ReactNode;
  /** Whether the user may look into it. */
  readonly isOpenable: boolean;
  /** Asks before it is deleted. */
  readonly deletion: (onClose: () => void) => ReactNode;
}

/** A sandbox in the list of its owner, or of operators. */
export function SandboxRow({ sandbox, details, badge, isOpenable, deletion }: SandboxRowProps) {
  const { t, day } = useI18n();
  const [isAsking, asking] = useDisclosure(false);
  const { id, name, is_expired: isExpired } = sandbox;
  return (
    <>
      <Row
        icon={IconFlask}
        title={name}
        isPast={isExpired}
        badge={isExpired ? <StatusBadge tone="quiet">{t('app.sandboxes.closed')}</StatusBadge> : badge}
        details={[
          ...details,
          isExpired
            ? t('app.sandboxes.deletes', { date: day(sandbox.deletes_at) })
            : t('app.sandbox.closes', { date: day(sandbox.expires_at) }),
        ]}
        actions={
          <>
            {isOpenable && !isExpired && (
              <Button
                component="a"
                href={sandboxPath(id)}
                size="sm"
                aria-label={t('app.sandboxes.openOf', { name })}
              >
                {t('app.sandboxes.open')}
              </Button>
            )}
            <FullPermissionOnly>
              <Button
                variant="default"
                size="sm"
                aria-label={t('app.sandboxes.deleteOf', { name })}
                onClick={asking.open}
              >
                {t('app.sandboxes.delete')}
              </Button>
            </FullPermissionOnly>
          </>
        }
      />
      {isAsking && deletion(asking.close)}
    </>
  );
}
