import { Anchor } from '@mantine/core';
import { useI18n } from '../i18n/use-i18n.js';
import classes from './share-card.module.css';

interface ShareCardProps {
  /** Of the page; its picture has the same address with another ending. */
  readonly url: string;
  readonly locale: string;
}

/** The picture that chats and social networks show next to a link, to look at and to download. */
export function ShareCard({ url, locale }: ShareCardProps) {
  const { t } = useI18n();
  // Behind a proxy, the server's host name may differ from the browser's.
  const { pathname } = new URL(url);
  const picture = `${pathname}.png?locale=${locale}`;
  return (
    <figure className={classes['card']}>
      <img src={picture} alt={t('app.share.picture')} width={1200} height={630} />
      <figcaption>
        <Anchor underline="always" href={picture} download>
          {t('app.share.download')}
        </Anchor>
      </figcaption>
    </figure>
  );
}
