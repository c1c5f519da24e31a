import { Anchor, Button, VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { accountEndpoint, appRequest } from '../../api/app-request.js';
import { accountKey, screenPath, useScope } from '../../api/scope.js';
import { useAccountMutation } from '../../api/use-account-mutation.js';
import type { FirstSteps, FirstStepsChanges } from '../../api/wire.js';
import { Card } from '../../components/card.js';
import { ErrorText } from '../../components/error-text.js';
import { IconCircleCheck } from '../../icons/icons.js';
import { useI18n, type MessageKey } from '../../i18n/use-i18n.js';
import classes from './first-steps-card.module.css';

interface Step {
  readonly name: 'projects' | 'paper' | 'colleague' | 'shared';
  readonly title: MessageKey;
  readonly text: MessageKey;
  /** Where its title leads. */
  readonly to?: string;
  /** For a step that can be done in several ways. */
  readonly ways?: readonly { readonly label: MessageKey; readonly to: string }[];
}

const steps: readonly Step[] = [
  { name: 'projects', title: 'app.start.projects', text: 'app.start.projectsText', to: 'projects' },
  {
    name: 'paper',
    title: 'app.start.paper',
    text: 'app.start.paperText',
    ways: [
      { label: 'app.start.connect', to: 'feeds/new' },
      { label: 'app.start.import', to: 'deposits/import' },
    ],
  },
  { name: 'colleague', title: 'app.start.colleague', text: 'app.start.colleagueText', to: 'users' },
  { name: 'shared', title: 'app.start.share', text: 'app.start.shareText', to: 'certificates' },
];

/** Without trees, there is no certificate to share. */
const shareLater: Step = { name: 'shared', title: 'app.start.share', text: 'app.start.shareLater' };

const hidden: FirstStepsChanges = { dismissed: true };

/** The first steps of a new account. Gone once all are done, or somebody hides them. */
export function FirstStepsCard() {
  const { t } = useI18n();
  const { account } = useScope();
  const { data: firstSteps } = useQuery({
    queryKey: accountKey(account.id, 'start'),
    queryFn: ({ signal }) => appRequest<FirstSteps>('GET', accountEndpoint(account, 'start'), { signal }),
  });
  const dismissal = useAccountMutation(
    () => appRequest<FirstSteps>('PATCH', accountEndpoint(account, 'start'), { body: hidden }),
    { invalidates: ['start'] },
  );
  // Nothing while it loads or if it fails: most accounts have no need of it.
  if (!firstSteps || firstSteps.dismissed) return null;
  const done = steps.filter(({ name }) => firstSteps[name]).length;
  if (done === steps.length) return null;
  return (
    <Card
      title={t('app.start.title')}
      aside={
        <span className={classes['progress']}>{t('app.start.progress', { done, steps: steps.length })}</span>
      }
    >
      <ol className={classes['steps']}>
        {steps.map((step) => (
          <StepItem
            key={step.name}
            step={step.name === 'shared' && account.ltd_trees === 0 ? shareLater : step}
            isDone={firstSteps[step.name]}
          />
        ))}
      </ol>
      <ErrorText error={dismissal.error} />
      <Button
        variant="default"
        size="xs"
        className={classes['dismiss']}
        loading={dismissal.isPending}
        onClick={() => dismissal.mutate(undefined)}
      >
        {t('app.start.dismiss')}
      </Button>
    </Card>
  );
}

function StepItem({ step, isDone }: { readonly step: Step; readonly isDone: boolean }) {
  const { t } = useI18n();
  const { account } = useScope();
  return (
    <li className={classes['step']} data-done={isDone || undefined}>
      <span className={classes['mark']}>
        {isDone && <IconCircleCheck size={24} stroke={1.8} aria-hidden="true" />}
      </span>
      <div>
        <strong>
          {step.to === undefined || isDone ? (
            t(step.title)
          ) : (
            <Anchor component={Link} to={screenPath(account.id, step.to)} underline="always" inherit>
              {t(step.title)}
            </Anchor>
          )}
        </strong>
        {isDone ? (
          <VisuallyHidden>{t('app.start.done')}</VisuallyHidden>
        ) : (
          <>
            <p>{t(step.text)}</p>
            {step.ways && (
              <p className={classes['links']}>
                {step.ways.map(({ label, to }) => (
                  <Anchor key={to} component={Link} to={screenPath(account.id, to)} underline="always">
                    {t(label)}
                  </Anchor>
                ))}
              </p>
            )}
          </>
        )}
      </div>
    </li>
  );
}
