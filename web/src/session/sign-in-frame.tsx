import type { ReactNode } from 'react';
import { Logo } from '../components/logo.js';
import { TreeRings } from '../components/tree-rings.js';
import { useDocumentTitle } from '../components/use-document-title.js';
import { useI18n } from '../i18n/use-i18n.js';
import { LanguageMenu } from '../shell/language-menu.js';
import classes from './sign-in.module.css';

/** Surrounds what people see before the dashboard. */
export function SignInFrame({ children }: { readonly children: ReactNode }) {
  const { t } = useI18n();
  useDocumentTitle(t('app.signIn.title'));
  return (
    <div className={classes['page']}>
      <TreeRings seed="regrove" className={classes['rings']} />
      <header className={classes['brand']}>
        <Logo className={classes['logo']} />
        Regrove
        <LanguageMenu />
      </header>
      <main className={classes['main']}>{children}</main>
    </div>
  );
}
