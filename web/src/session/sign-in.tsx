import { Anchor, Button, TextInput, Title } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState, type SubmitEvent } from 'react';
import { useErrorText } from '../api/error-message.js';
import { sessionEndedKey } from '../api/query-client.js';
import type { SignInMethods } from '../api/wire.js';
import { LoadError } from '../components/load-error.js';
import { useI18n } from '../i18n/use-i18n.js';
import { offersPasskeys, OtherSignInMethods } from './other-sign-in-methods.js';
import { fetchSignInMethods, requestSignInLink } from './session-api.js';
import { SignInFrame } from './sign-in-frame.js';
import classes from './sign-in.module.css';

/** Shows the same result whether or not the address is known. */
export function SignIn() {
  const [email, setEmail] = useState('');
  const asking = useMutation({ mutationFn: requestSignInLink });
  const { data: methods, error, refetch } = useQuery({ queryKey: ['sign-in'], queryFn: fetchSignInMethods });
  return (
    <SignInFrame>
      {asking.isSuccess ? (
        <Sent email={email} onAgain={asking.reset} />
      ) : methods ? (
        <>
          <Heading methods={methods} />
          {methods.link && (
            <Ask
              email={email}
              onType={setEmail}
              onAsk={() => asking.mutate(email.trim())}
              isBusy={asking.isPending}
              error={asking.error}
            />
          )}
          <OtherSignInMethods methods={methods} />
        </>
      ) : (
        error && <LoadError error={error} retry={refetch} order={1} />
      )}
    </SignInFrame>
  );
}

function Heading({ methods }: { readonly methods: SignInMethods }) {
  const { t } = useI18n();
  const hasEnded = useQueryClient().getQueryData(sessionEndedKey) === true;
  const isPossible = methods.link || methods.oidc !== null || offersPasskeys(methods);
  return (
    <>
      <Title order={1}>{t('app.signIn.title')}</Title>
      <p className={classes['text']}>
        {!isPossible
          ? t('app.signIn.none')
          : hasEnded
            ? t('app.signIn.ended')
            : t(methods.link ? 'app.signIn.text' : 'app.signIn.other')}
      </p>
    </>
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
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    onAsk();
  };
  return (
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
