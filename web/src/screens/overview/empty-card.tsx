import { Button, Group } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { screenPath, useScope } from '../../api/scope.js';
import { FullPermissionOnly } from '../../components/full-permission-only.js';
import { useI18n, type MessageKey } from '../../i18n/use-i18n.js';

interface EmptyCardProps {
  readonly text: string;
  /** What can be done about it, and the screens for it. */
  readonly actions: readonly (readonly [label: MessageKey, to: string])[];
}

/** Instead of the content of a card. */
export function EmptyCard({ text, actions }: EmptyCardProps) {
  const { t } = useI18n();
  const { account } = useScope();
  return (
    <>
      <p>{text}</p>
      <FullPermissionOnly>
        <Group gap="sm">
          {actions.map(([label, to]) => (
            <Button key={to} component={Link} to={screenPath(account.id, to)} variant="default">
              {t(label)}
            </Button>
          ))}
        </Group>
      </FullPermissionOnly>
    </>
  );
}
