import { ActionIcon, Tooltip } from '@mantine/core';
import type { BiomassCertificate } from '@regrove/sdk';
import { lazy, Suspense, useState } from 'react';
import { IconShare } from '../../icons/icons.js';
import { useI18n } from '../../i18n/use-i18n.js';

// The overview shows certificates, too, and few people share one: so the dialog is not part of the first view.
const ShareDialog = lazy(async () => ({ default: (await import('./share-dialog.js')).ShareDialog }));

interface ShareCertificateProps {
  readonly certificate: BiomassCertificate;
  readonly date: string;
}

/** Certificates are public: anyone with the link can see them. */
export function ShareCertificate({ certificate, date }: ShareCertificateProps) {
  const { t } = useI18n();
  const [isOpen, setIsOpen] = useState(false);
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
        <Suspense>
          <ShareDialog certificate={certificate} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
