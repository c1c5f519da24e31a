import { ActionIcon, Modal, Stack, Tooltip } from '@mantine/core';
import type { BiomassCertificate } from '@regrove/sdk';
import { useState } from 'react';
import { IconShare } from '../../icons/icons.js';
import { ShareCard } from '../../components/share-card.js';
import { Snippet } from '../../components/snippet.js';
import { useI18n } from '../../i18n/use-i18n.js';

interface ShareCertificateProps {
  readonly certificate: BiomassCertificate;
  readonly date: string;
}

/** Certificates are public: anyone with the link can see them. */
export function ShareCertificate({ certificate, date }: ShareCertificateProps) {
  const { t, locale } = useI18n();
  const [isOpen, setIsOpen] = useState(false);
  const { url, trees } = certificate;
  const text = t('badge.trees', { trees });
  return (
    <>
      <Tooltip label={t('certificate.share')}>
        <ActionIcon
          variant="subtle"
          size="lg"
          radius="xl"
          onClick={() => setIsOpen(true)}
          aria-label={t('app.certificates.shareOf', { date })}
        >
          <IconShare size={19} stroke={1.6} aria-hidden="true" />
        </ActionIcon>
      </Tooltip>
      {isOpen && (
        <Modal
          opened
          size="lg"
          onClose={() => setIsOpen(false)}
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
      )}
    </>
  );
}
