import { ConfirmChange } from '../../parts/confirm-change.js';
import { useWords } from '../../words/words.js';
import { askOperator, useOperatorChange } from './operator-api.js';

interface SwitchProjectProps {
  readonly path: string;
  readonly project: { readonly name: string; readonly status: 'active' | 'complete' };
  readonly onClose: () => void;
}

/** Complete, or active again, once one knows what that means. */
export function SwitchProject({ path, project, onClose }: SwitchProjectProps) {
  const { say } = useWords();
  const isActive = project.status === 'active';
  const change = useOperatorChange(
    () => askOperator('PATCH', path, { status: isActive ? 'complete' : 'active' }),
    {
      said: () => say(isActive ? 'app.operator.completed' : 'app.operator.reactivated'),
      onDone: onClose,
    },
  );
  return (
    <ConfirmChange
      title={say(isActive ? 'app.operator.completeTitle' : 'app.operator.reactivateTitle', {
        project: project.name,
      })}
      text={say(isActive ? 'app.operator.completeText' : 'app.operator.reactivateText')}
      action={say(isActive ? 'app.operator.complete' : 'app.operator.reactivate')}
      change={change}
      onClose={onClose}
    />
  );
}
