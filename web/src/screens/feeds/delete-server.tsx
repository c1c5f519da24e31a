import { BadRequestError, type Server } from '@regrove/sdk';
import { useScope } from '../../api/scope.js';
import { ConfirmDialog } from '../../components/confirm-dialog.js';
import { useI18n } from '../../i18n/use-i18n.js';
import { useFeedMutation } from './use-feed-mutation.js';

interface DeleteServerProps {
  readonly server: Server;
  readonly onClose: () => void;
}

/** A feed of an account below may use it. Then the request fails, and the message tells what to do. */
export function DeleteServer({ server, onClose }: DeleteServerProps) {
  const { t } = useI18n();
  const { client } = useScope();
  const removal = useFeedMutation(() => client.servers.delete(server.id), {
    successMessage: t('app.servers.deleted'),
    onSuccess: onClose,
  });
  const { error } = removal;
  return (
    <ConfirmDialog
      title={t('app.servers.deleteTitle')}
      text={t('app.servers.deleteText', { server: server.url })}
      action={t('app.delete')}
      error={error instanceof BadRequestError ? t('app.servers.inUse') : error}
      isBusy={removal.isPending}
      onConfirm={() => removal.mutate(undefined)}
      onClose={onClose}
    />
  );
}
