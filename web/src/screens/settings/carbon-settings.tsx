import { Button, Checkbox, Group, Skeleton, Stack, Text } from '@mantine/core';
import type { AccountSettings } from '@regrove/sdk';
import { useQuery } from '@tanstack/react-query';
import { useState, type SubmitEvent } from 'react';
import { appRequest, accountEndpoint } from '../../api/app-request.js';
import { accountKey, useScope } from '../../api/scope.js';
import type { CarbonProject } from '../../api/wire.js';
import { ErrorText } from '../../components/error-text.js';
import { LoadError } from '../../components/load-error.js';
import { Card } from '../../components/card.js';
import { useI18n } from '../../i18n/use-i18n.js';
import classes from './settings.module.css';
import { useSettingsMutation } from './use-settings.js';

export function CarbonSettings({ settings }: { readonly settings: AccountSettings }) {
  const { t } = useI18n();
  const { account } = useScope();
  const { data, error, refetch } = useQuery({
    queryKey: accountKey(account.id, 'carbon-projects'),
    queryFn: ({ signal }) =>
      appRequest<CarbonProject[]>('GET', accountEndpoint(account, 'carbon-projects'), { signal }),
  });
  const chosen = settings.carbon_project_ids;
  return (
    <Card title={t('app.settings.carbon')}>
      <p className={classes['text']}>{t('app.settings.carbonText')}</p>
      {data ? (
        <Choice
          // Resets the form after saving.
          key={chosen.join()}
          chosen={chosen}
          // A completed project can be removed, but not added.
          projects={data.filter(({ id, status }) => status === 'active' || chosen.includes(id))}
        />
      ) : error ? (
        <LoadError error={error} retry={refetch} />
      ) : (
        <Skeleton height="8rem" />
      )}
    </Card>
  );
}

interface ChoiceProps {
  readonly chosen: readonly string[];
  readonly projects: readonly CarbonProject[];
}

function Choice({ chosen, projects }: ChoiceProps) {
  const { t } = useI18n();
  const change = useSettingsMutation();
  const isComplete = (id: string): boolean =>
    projects.some((project) => project.id === id && project.status === 'complete');
  const [ids, setIds] = useState<string[]>(() => chosen.filter((id) => !isComplete(id)));
  if (projects.length === 0) return <Text>{t('app.settings.carbonNone')}</Text>;
  const isSame = ids.length === chosen.length && ids.every((id) => chosen.includes(id));
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    change.mutate({ carbon_project_ids: ids });
  };
  return (
    <form onSubmit={submit}>
      <Checkbox.Group value={ids} onChange={setIds} aria-label={t('app.settings.carbon')}>
        <Stack>
          {projects.map(({ id, name, type, registry_name: registry, status }) => (
            <Checkbox
              key={id}
              value={id}
              disabled={status === 'complete'}
              label={name}
              description={[type, registry, status === 'complete' && t('app.settings.complete')]
                .filter(Boolean)
                .join(' · ')}
            />
          ))}
        </Stack>
      </Checkbox.Group>
      <ErrorText error={change.error} />
      <Group justify="flex-end" mt="xl">
        <Button type="submit" loading={change.isPending} disabled={isSame}>
          {t('app.save')}
        </Button>
      </Group>
    </form>
  );
}
