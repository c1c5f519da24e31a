import { Checkbox, NumberInput, SegmentedControl, Text } from '@mantine/core';
import { useId } from 'react';
import { Card } from '../../components/card.js';
import { useI18n } from '../../i18n/use-i18n.js';
import classes from './orders.module.css';
import type { ProjectChoice } from './project-choice.js';

interface ProjectSharesProps {
  readonly title: string;
  /** What the account's own setting comes to, in words. */
  readonly byDefault: string;
  readonly projects: readonly { readonly id: string; readonly name: string; readonly detail?: string }[];
  readonly choice: ProjectChoice;
  readonly error: string | undefined;
  readonly onChange: (choice: ProjectChoice) => void;
}

/** Which projects, and in what shares. */
export function ProjectShares(props: ProjectSharesProps) {
  const { title, byDefault, projects, choice, error, onChange } = props;
  const { t } = useI18n();
  const errorId = useId();
  return (
    <Card title={title}>
      <SegmentedControl
        fullWidth
        aria-label={title}
        value={choice.mode}
        onChange={(mode) => onChange({ ...choice, mode })}
        data={[
          { value: 'default', label: t('app.orders.byDefault') },
          { value: 'chosen', label: t('app.orders.chosen') },
          { value: 'none', label: t('app.orders.none') },
        ]}
      />
      {choice.mode === 'default' && (
        <Text c="dimmed" mt="md">
          {byDefault}
        </Text>
      )}
      {choice.mode === 'chosen' && (
        <>
          <ul className={classes['projects']} aria-describedby={error && errorId}>
            {projects.map((project) => (
              <Share key={project.id} project={project} choice={choice} onChange={onChange} />
            ))}
          </ul>
          <Text size="sm" c="dimmed">
            {t('app.orders.equalHint')}
          </Text>
        </>
      )}
      {error && (
        <Text id={errorId} c="var(--mantine-color-error)" size="sm" mt="xs" role="alert">
          {error}
        </Text>
      )}
    </Card>
  );
}

interface ShareProps extends Pick<ProjectSharesProps, 'choice' | 'onChange'> {
  readonly project: ProjectSharesProps['projects'][number];
}

const labelClasses = { root: classes['choice'] ?? '', labelWrapper: classes['label'] ?? '' };

function Share({ project: { id, name, detail }, choice, onChange }: ShareProps) {
  const { t, number } = useI18n();
  const { shares } = choice;
  const share = shares.find(({ projectId }) => projectId === id);
  const change = (changed: ProjectChoice['shares']): void => onChange({ ...choice, shares: changed });
  return (
    <li className={classes['project']}>
      <Checkbox
        classNames={labelClasses}
        label={name}
        {...(detail && { description: detail })}
        checked={share !== undefined}
        onChange={(event) =>
          change(
            event.currentTarget.checked
              ? [...shares, { projectId: id, percentage: '' }]
              : shares.filter((one) => one !== share),
          )
        }
      />
      {share && (
        <NumberInput
          className={classes['percentage']}
          aria-label={t('app.orders.share', { project: name })}
          placeholder={number(Math.round(10_000 / shares.length) / 100)}
          value={share.percentage}
          onChange={(value) =>
            change(
              shares.map((one) =>
                one === share ? { ...one, percentage: value === '' ? '' : Number(value) } : one,
              ),
            )
          }
          decimalScale={2}
          allowNegative={false}
          max={100}
          hideControls
          rightSection="%"
        />
      )}
    </li>
  );
}
