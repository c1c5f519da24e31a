import type { OperatorSandbox, OperatorSandboxes } from '../../../api/wire.js';
import { Card } from '../../../components/card.js';
import { ConfirmMutation } from '../../../components/confirm-mutation.js';
import { EmptyState } from '../../../components/empty-state.js';
import { QueryBoundary } from '../../../components/query-boundary.js';
import { Rows } from '../../../components/rows.js';
import { ScreenHeader } from '../../../components/screen-header.js';
import { useI18n } from '../../../i18n/use-i18n.js';
import { useSession } from '../../../session/use-session.js';
import { SandboxRow } from '../../sandboxes/sandbox-row.js';
import { operatorRequest, useOperatorMutation, useOperatorQuery } from '../operator-api.js';

export function View() {
  const { t } = useI18n();
  const listed = useOperatorQuery<OperatorSandboxes>('sandboxes');
  return (
    <>
      <ScreenHeader title={t('app.sandboxes.title')} intro={t('app.operator.sandboxes.intro')} />
      <QueryBoundary query={listed}>
        {({ sandboxes }) =>
          sandboxes.length === 0 ? (
            <EmptyState title={t('app.sandboxes.emptyTitle')} text={t('app.operator.sandboxes.emptyText')} />
          ) : (
            <Card>
              <Rows>
                {sandboxes.map((sandbox) => (
                  <AnySandboxRow key={sandbox.id} sandbox={sandbox} />
                ))}
              </Rows>
            </Card>
          )
        }
      </QueryBoundary>
    </>
  );
}

function AnySandboxRow({ sandbox }: { readonly sandbox: OperatorSandbox }) {
  const { t, day } = useI18n();
  const { account } = useSession();
  const { owner } = sandbox;
  return (
    <SandboxRow
      sandbox={sandbox}
      // Operators do not look into the sandboxes of others.
      isOpenable={owner === null || owner.id === account.id}
      details={[
        owner ? (owner.name ?? owner.id) : t('app.operator.sandboxes.ours'),
        t('app.keys.createdOn', { date: day(sandbox.created_at) }),
      ]}
      deletion={(close) => <DeleteAnySandbox sandbox={sandbox} onClose={close} />}
    />
  );
}

interface DeleteAnySandboxProps {
  readonly sandbox: OperatorSandbox;
  readonly onClose: () => void;
}

function DeleteAnySandbox({ sandbox: { id, name }, onClose }: DeleteAnySandboxProps) {
  const { t } = useI18n();
  const deletion = useOperatorMutation(() => operatorRequest('DELETE', `sandboxes/${id}`), {
    successMessage: () => t('app.sandboxes.deleted'),
    onSuccess: onClose,
  });
  return (
    <ConfirmMutation
      title={t('app.sandboxes.deleteTitle', { name })}
      text={t('app.sandboxes.deleteText')}
      action={t('app.sandboxes.delete')}
      mutation={deletion}
      onClose={onClose}
    />
  );
}
