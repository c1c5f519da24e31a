import { ActionIcon, Title, Tooltip } from '@mantine/core';
import { IconExternalLink, IconFileTypePdf } from '../../icons/icons.js';
import type { ListedCertificate } from '../../api/wire.js';
import { isInSandbox } from '../../base-path.js';
import { StatusBadge } from '../../components/status-badge.js';
import { FittedNumber } from '../../components/fitted-number.js';
import { TreeRings } from '../../components/tree-rings.js';
import { RowAccount } from '../../components/row-account.js';
import { useI18n } from '../../i18n/use-i18n.js';
import { OffsetOrigin } from '../offsets/offset-origin.js';
import classes from './certificates.module.css';
import { CopyLink } from './copy-link.js';
import { ShareCertificate } from './share-certificate.js';

const action = { variant: 'subtle', size: 'lg', radius: 'xl' } as const;
const icon = { size: 19, stroke: 1.6, 'aria-hidden': true } as const;

/** As on the certificate itself. */
const numberOf = (id: string): string =>
  ['RG', ...(id.slice(-12).toUpperCase().match(/.{4}/g) ?? [])].join('-');

interface CertificateCardProps {
  readonly certificate: ListedCertificate;
  /** The level of its heading. */
  readonly order: 2 | 3;
  /** Whether it is among certificates of several accounts. */
  readonly isCombined?: boolean;
}

export function CertificateCard({ certificate, order, isCombined = false }: CertificateCardProps) {
  const { t, trees, day, locale } = useI18n();
  const date = day(certificate.date);
  // Those of one close have the same date.
  const name = `${date}, ${certificate.project.name}`;
  const inLocale = (url: string): string => `${url}?locale=${locale}`;
  return (
    <article className={classes['card']}>
      <TreeRings seed={certificate.id} className={classes['rings']} count={11} />
      <Title order={order} className={classes['day']}>
        <span className={classes['project']}>{certificate.project.name}</span>
        <time dateTime={certificate.date}>{date}</time>
      </Title>
      <div className={classes['origin']}>
        <OffsetOrigin origin={certificate} />
        {isInSandbox && <StatusBadge tone="warn">{t('app.sandbox.word')}</StatusBadge>}
        {isCombined && <RowAccount row={certificate} screen="certificates" />}
      </div>
      <p className={classes['trees']}>
        <FittedNumber className={classes['number']}>{trees(certificate.trees)}</FittedNumber>
        <span>{t('certificate.trees', { trees: certificate.trees })}</span>
        <span className={classes['pages']}>{t('certificate.pages', { pages: certificate.pages })}</span>
      </p>
      <div className={classes['foot']}>
        <span className={classes['code']}>{numberOf(certificate.id)}</span>
        <span className={classes['actions']}>
          <Tooltip label={t('app.certificates.open')}>
            <ActionIcon
              {...action}
              component="a"
              href={inLocale(certificate.url)}
              target="_blank"
              aria-label={t('app.certificates.openOf', { date: name })}
            >
              <IconExternalLink {...icon} />
            </ActionIcon>
          </Tooltip>
          <Tooltip label={t('certificate.downloadPdf')}>
            <ActionIcon
              {...action}
              component="a"
              href={inLocale(certificate.pdf_url)}
              target="_blank"
              aria-label={t('app.certificates.pdfOf', { date: name })}
            >
              <IconFileTypePdf {...icon} />
            </ActionIcon>
          </Tooltip>
          <CopyLink url={certificate.url} date={name} />
          <ShareCertificate certificate={certificate} date={name} />
        </span>
      </div>
    </article>
  );
}
