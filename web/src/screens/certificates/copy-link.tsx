import { ActionIcon, Tooltip } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { accountEndpoint, appRequest } from '../../api/app-request.js';
import { accountKey, useScope } from '../../api/scope.js';
import { IconCheck, IconLink } from '../../icons/icons.js';
import { useCopyToClipboard } from '../../components/use-copy-to-clipboard.js';
import { useI18n } from '../../i18n/use-i18n.js';

/** Certificates are public: anyone with the link can see them. */
export function CopyLink({ url, date }: { readonly url: string; readonly date: string }) {
  const { t } = useI18n();
  const { account } = useScope();
  const queries = useQueryClient();
  const { isCopied, copy } = useCopyToClipboard(url, t('app.certificates.copied'));
  const share = (): void => {
    copy();
    // One of the first steps. Whether it is noted does not matter to who copies.
    void appRequest('PATCH', accountEndpoint(account, 'start'), { body: { shared: true } })
      .then(() => queries.invalidateQueries({ queryKey: accountKey(account.id, 'start') }))
      .catch(() => undefined);
  };
  const Icon = isCopied ? IconCheck : IconLink;
  return (
    <Tooltip label={t('app.certificates.copy')}>
      <ActionIcon
        variant="subtle"
        size="lg"
        radius="xl"
        onClick={share}
        aria-label={t('app.certificates.copyOf', { date })}
      >
        <Icon size={19} stroke={1.6} aria-hidden="true" />
      </ActionIcon>
    </Tooltip>
  );
}
