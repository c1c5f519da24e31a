import { IconArrowRight } from '../../../icons/icons.js';
import type { Methodology } from '../../../api/wire.js';
import { ConfirmMutation } from '../../../components/confirm-mutation.js';
import { useI18n } from '../../../i18n/use-i18n.js';
import { operatorRequest, useOperatorMutation } from '../operator-api.js';
import { factors, useFactorText } from './factors.js';
import classes from './methodologies.module.css';

interface ActivateMethodologyProps {
  readonly methodology: Methodology;
  readonly current: Methodology;
  readonly onClose: () => void;
}

/** Lists the factors that change. */
export function ActivateMethodology({ methodology, current, onClose }: ActivateMethodologyProps) {
  const { t } = useI18n();
  const text = useFactorText();
  const change = useOperatorMutation(
    () => operatorRequest<Methodology>('POST', `methodologies/${methodology.id}/use`),
    {
      successMessage: ({ name }) => t('app.operator.methodologies.used', { methodology: name }),
      onSuccess: onClose,
    },
  );
  const changed = factors.filter(({ name }) => methodology[name] !== current[name]);
  return (
    <ConfirmMutation
      title={t('app.operator.methodologies.useTitle', { methodology: methodology.name })}
      text={t('app.operator.methodologies.useText')}
      more={
        changed.length === 0 ? (
          t('app.operator.methodologies.useSame')
        ) : (
          <ul className={classes['changes']}>
            {changed.map(({ name, label }) => (
              <li key={name}>
                <small>{t(label)}</small>
                {text(name, current)} <IconArrowRight size={14} aria-label="→" />{' '}
                <strong>{text(name, methodology)}</strong>
              </li>
            ))}
          </ul>
        )
      }
      action={t('app.operator.methodologies.use')}
      mutation={change}
      onClose={onClose}
    />
  );
}
