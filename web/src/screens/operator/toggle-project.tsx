import { ConfirmMutation } from '../../components/confirm-mutation.js';
import { useI18n } from '../../i18n/use-i18n.js';
import { operatorRequest, useOperatorMutation } from './operator-api.js';

interface ToggleProjectProps {
  readonly path: string;
  readonly project: { readonly name: string; readonly status: 'active' | 'complete' };
  readonly onClose: () => void;
}

export function ToggleProject({ path, project, onClose }: ToggleProjectProps) {
  const { t } = useI18n();
  const isActive = project.status === 'active';
  const change = useOperatorMutation(
    () => operatorRequest('PATCH', path, { status: isActive ? 'complete' : 'active' }),
    {
      successMessage: () => t(isActive ? 'app.operator.completed' : 'app.operator.reactivated'),
      onSuccess: onClose,
    },
  );
  return (
    <ConfirmMutation
      title={t(isActive ? 'app.operator.completeTitle' : 'app.operator.reactivateTitle', {
        project: project.name,
      })}
      text={t(isActive ? 'app.operator.completeText' : 'app.operator.reactivateText')}
      action={t(isActive ? 'app.operator.complete' : 'app.operator.reactivate')}
      mutation={change}
      onClose={onClose}
    />
  );
}
