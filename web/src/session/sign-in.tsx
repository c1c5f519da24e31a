import { Anchor, Button, TextInput, Title } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState, type SubmitEvent } from 'react';
import { useErrorText } from '../api/error-message.js';
import { sessionEndedKey } from '../api/query-client.js';
import { TreeRings } from '../components/tree-rings.js';
import { Logo } from '../components/logo.js';
import { LanguageMenu } from '../shell/language-menu.js';
import { useI18n } from '../i18n/use-i18n.js';
import { requestSignInLink } from './session-api.js';
import classes from './sign-in.module.css';

/** Shows the same result whether or not the address is known. */
export function SignIn() {
  const { t } = useI18n();
  const [email, setEmail] = useState('');
  const asking = useMutation({ mutationFn: requestSignInLink });
  useEffect(() => {
    document.title = `${t('app.signIn.title')} · Regrove`;
  }, [t]);
  return (
    <div className={classes['page']}>
      <TreeRings seed="regrove" className={classes['rings']} />
      <header className={classes['brand']}>
        <Logo className={classes['logo']} />
        Regrove
        <LanguageMenu />
      </header>
      <main className={classes['main']}>
        {asking.isSuccess ? (
          <Sent email={email} onAgain={asking.reset} />
        ) : (
          <Ask
            email={email}
            onType={setEmail}
            onAsk={() => asking.mutate(email.trim())}
            isBusy={asking.isPending}
            error={asking.error}
          />
        )}
      </main>
    </div>
  );
}

interface AskProps {
  readonly email: string;
  readonly onType: (email: string) => void;
  readonly onAsk: () => void;
  readonly isBusy: boolean;
  readonly error: unknown;
}

function Ask({ email, onType, onAsk, isBusy, error }: AskProps) {
  const { t } = useI18n();
  const errorText = useErrorText();
  const hasEnded = useQueryClient().getQueryData(sessionEndedKey) === true;
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    onAsk();
  };
  return (
    <>
      <Title order={1}>{t('app.signIn.title')}</Title>
      <p className={classes['text']}>{t(hasEnded ? 'app.signIn.ended' : 'app.signIn.text')}</p>
      <form onSubmit={submit} className={classes['form']}>
        <TextInput
          type="email"
          name="email"
          autoComplete="email"
          size="md"
          required
          withAsterisk={false}
          maxLength={254}
          label={t('app.signIn.email')}
          value={email}
          onChange={(event) => onType(event.currentTarget.value)}
          error={error ? errorText(error) : undefined}
        />
        <Button type="submit" size="md" loading={isBusy}>
          {t('app.signIn.action')}
        </Button>
      </form>
    </>
  );
}

function Sent({ email, onAgain }: { readonly email: string; readonly onAgain: () => void }) {
  const { t } = useI18n();
  const heading = useRef<HTMLHeadingElement>(null);
  // So that screen readers announce that the form is gone.
  useEffect(() => heading.current?.focus(), []);
  return (
    <>
      <Title order={1} ref={heading} tabIndex={-1} className={classes['sent']}>
        {t('app.signIn.sentTitle')}
      </Title>
      <p className={classes['text']}>{t('app.signIn.sentText', { address: email })}</p>
      <p className={classes['text']}>{t('app.signIn.sentHint')}</p>
      <Anchor component="button" type="button" onClick={onAgain}>
        {t('app.signIn.again')}
      </Anchor>
    </>
  );
}
