import { ActionIcon, Tooltip } from '@mantine/core';
import { IconCheck, IconLink } from '../../icons/icons.js';
import { useCopyToClipboard } from '../../components/use-copy-to-clipboard.js';
import { useI18n } from '../../i18n/use-i18n.js';

/** Certificates are public: anyone with the link can see them. */
export function CopyLink({ url, date }: { readonly url: string; readonly date: string }) {
  const { t } = useI18n();
  const { isCopied, copy } = useCopyToClipboard(url, t('app.certificates.copied'));
  const Icon = isCopied ? IconCheck : IconLink;
  return (
    <Tooltip label={t('app.certificates.copy')}>
      <ActionIcon
        variant="subtle"
        size="lg"
        radius="xl"
        onClick={copy}
        aria-label={t('app.certificates.copyOf', { date })}
      >
        <Icon size={19} stroke={1.6} aria-hidden="true" />
      </ActionIcon>
    </Tooltip>
  );
}
