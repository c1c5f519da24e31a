import { BadRequestError, type Server } from '@regrove/sdk';
import { useScope } from '../../api/scope.js';
import { Confirm } from '../../parts/confirm.js';
import { useWords } from '../../words/words.js';
import { useFeedChange } from './use-feed-change.js';

interface DeleteServerProps {
  readonly server: Server;
  readonly onClose: () => void;
}

/** Only the server itself knows whether a feed of an account below uses it: then it says no, and we say what helps. */
export function DeleteServer({ server, onClose }: DeleteServerProps) {
  const { say } = useWords();
  const { client } = useScope();
  const removal = useFeedChange(() => client.servers.delete(server.id), {
    said: say('app.servers.deleted'),
    onDone: onClose,
  });
  const { error } = removal;
  return (
    <Confirm
      title={say('app.servers.deleteTitle')}
      text={say('app.servers.deleteText', { server: server.url })}
      action={say('app.delete')}
      error={error instanceof BadRequestError ? say('app.servers.inUse') : error}
      isBusy={removal.isPending}
      onConfirm={() => removal.mutate(undefined)}
      onClose={onClose}
    />
  );
}
