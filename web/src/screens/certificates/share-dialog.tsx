import { Modal, Stack } from '@mantine/core';
import type { BiomassCertificate } from '@regrove/sdk';
import { ShareCard } from '../../components/share-card.js';
import { Snippet } from '../../components/snippet.js';
import { useI18n } from '../../i18n/use-i18n.js';

interface ShareDialogProps {
  readonly certificate: BiomassCertificate;
  readonly onClose: () => void;
}

/** The picture and the link of a certificate, and both as HTML. */
export function ShareDialog({ certificate: { url, trees }, onClose }: ShareDialogProps) {
  const { t, locale } = useI18n();
  const text = t('badge.trees', { trees });
  return (
    <Modal
      opened
      size="lg"
      onClose={onClose}
      title={t('app.certificates.shareTitle')}
      closeButtonProps={{ 'aria-label': t('app.close') }}
    >
      <Stack>
        <ShareCard url={url} locale={locale} />
        <Snippet label={t('app.share.link')} text={url} />
        <Snippet
          label={t('app.settings.badgeCode')}
          text={`<a href="${url}"><img src="${url}.png?locale=${locale}" alt="${text}" width="600" height="315"></a>`}
        />
      </Stack>
    </Modal>
  );
}
