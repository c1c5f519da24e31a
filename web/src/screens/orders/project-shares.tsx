import { Checkbox, NumberInput, SegmentedControl, Text } from '@mantine/core';
import { useId } from 'react';
import { Card } from '../../components/card.js';
import { useI18n } from '../../i18n/use-i18n.js';
import classes from './orders.module.css';
import type { ProjectSelection } from './project-selection.js';

interface ProjectSharesProps {
  readonly title: string;
  /** Describes the account's default. */
  readonly defaultText: string;
  readonly projects: readonly { readonly id: string; readonly name: string; readonly detail?: string }[];
  readonly selection: ProjectSelection;
  readonly error: string | undefined;
  readonly onChange: (selection: ProjectSelection) => void;
}

export function ProjectShares(props: ProjectSharesProps) {
  const { title, defaultText, projects, selection, error, onChange } = props;
  const { t } = useI18n();
  const errorId = useId();
  return (
    <Card title={title}>
      <SegmentedControl
        fullWidth
        aria-label={title}
        value={selection.mode}
        onChange={(mode) => onChange({ ...selection, mode })}
        data={[
          { value: 'default', label: t('app.orders.byDefault') },
          { value: 'chosen', label: t('app.orders.chosen') },
          { value: 'none', label: t('app.orders.none') },
        ]}
      />
      {selection.mode === 'default' && (
        <Text c="dimmed" mt="md">
          {defaultText}
        </Text>
      )}
      {selection.mode === 'chosen' && (
        <>
          <ul className={classes['projects']} aria-describedby={error && errorId}>
            {projects.map((project) => (
              <Share key={project.id} project={project} selection={selection} onChange={onChange} />
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

interface ShareProps extends Pick<ProjectSharesProps, 'selection' | 'onChange'> {
  readonly project: ProjectSharesProps['projects'][number];
}

const labelClasses = { root: classes['choice'] ?? '', labelWrapper: classes['label'] ?? '' };

function Share({ project: { id, name, detail }, selection, onChange }: ShareProps) {
  const { t, number } = useI18n();
  const { shares } = selection;
  const share = shares.find(({ projectId }) => projectId === id);
  const change = (changed: ProjectSelection['shares']): void => onChange({ ...selection, shares: changed });
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
