import { ConfirmMutation } from '../../components/confirm-mutation.js';
import { useI18n } from '../../i18n/use-i18n.js';
import { askOperator, useOperatorChange } from './operator-api.js';

interface SwitchProjectProps {
  readonly path: string;
  readonly project: { readonly name: string; readonly status: 'active' | 'complete' };
  readonly onClose: () => void;
}

/** Complete, or active again, once one knows what that means. */
export function SwitchProject({ path, project, onClose }: SwitchProjectProps) {
  const { t } = useI18n();
  const isActive = project.status === 'active';
  const change = useOperatorChange(
    () => askOperator('PATCH', path, { status: isActive ? 'complete' : 'active' }),
    {
      said: () => t(isActive ? 'app.operator.completed' : 'app.operator.reactivated'),
      onDone: onClose,
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
