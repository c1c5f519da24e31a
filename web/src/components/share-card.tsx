import { Anchor, Skeleton } from '@mantine/core';
import { useState } from 'react';
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
  const [isThere, setIsThere] = useState(false);
  const show = (): void => setIsThere(true);
  const picture = `${pathname}.png?locale=${locale}`;
  return (
    <figure className={classes['card']}>
      <Skeleton visible={!isThere}>
        <img
          src={picture}
          alt={t('app.share.picture')}
          width={1200}
          height={630}
          onLoad={show}
          onError={show}
        />
      </Skeleton>
      <figcaption>
        <Anchor underline="always" href={picture} download>
          {t('app.share.download')}
        </Anchor>
      </figcaption>
    </figure>
  );
}
