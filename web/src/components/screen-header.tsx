import { Anchor, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { IconArrowLeft } from '../icons/icons.js';
import { useDocumentTitle } from './use-document-title.js';
import classes from './screen-header.module.css';

interface ScreenHeaderProps {
  readonly title: string;
  readonly intro?: string;
  /** A link to the list that the screen's subject is in. */
  readonly back?: { readonly to: string; readonly label: string };
  readonly actions?: ReactNode;
}

/** Sets the document's title as well. */
export function ScreenHeader({ title, intro, back, actions }: ScreenHeaderProps) {
  useDocumentTitle(title);
  return (
    <header className={classes['head']}>
      <div className={classes['text']}>
        {back && (
          <Anchor component={Link} to={back.to} className={classes['back']}>
            <IconArrowLeft size={16} aria-hidden="true" />
            {back.label}
          </Anchor>
        )}
        <Title order={1} className={classes['title']}>
          {title}
        </Title>
        {intro && <p className={classes['intro']}>{intro}</p>}
      </div>
      {actions && <div className={classes['actions']}>{actions}</div>}
    </header>
  );
}
