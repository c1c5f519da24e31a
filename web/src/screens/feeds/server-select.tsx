import { NativeSelect, type NativeSelectProps } from '@mantine/core';
import { useI18n } from '../../i18n/use-i18n.js';
import type { UsableServer } from './use-servers.js';

interface ServerSelectProps extends NativeSelectProps {
  readonly servers: readonly UsableServer[];
  /** An additional option. */
  readonly other?: { readonly value: string; readonly label: string } | undefined;
}

export function ServerSelect({ servers, other, ...input }: ServerSelectProps) {
  const { t } = useI18n();
  return (
    <NativeSelect
      {...input}
      label={t('app.feeds.server')}
      data={[
        ...(other ? [other] : []),
        ...servers.map(({ id, url, ownerName }) => ({
          value: id,
          label: ownerName === undefined ? url : `${url} (${ownerName})`,
        })),
      ]}
    />
  );
}
