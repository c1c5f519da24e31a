import { Anchor, Button, Title } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { sessionKey } from '../api/query-client.js';
import { ErrorText } from '../components/error-text.js';
import { useI18n } from '../i18n/use-i18n.js';
import { usePasskeyName } from './passkey-name.js';
import { addPasskey, canUsePasskeys } from './passkeys.js';
import { SignInFrame } from './sign-in-frame.js';
import classes from './sign-in.module.css';
import { useSignOut } from './use-session.js';

/** For people who came by a link where they must sign in with a passkey. Then they see the screen that they came for. */
export function FirstPasskey() {
  const { t } = useI18n();
  const name = usePasskeyName();
  const queries = useQueryClient();
  const adding = useMutation({
    mutationFn: () => addPasskey(name),
    onSuccess: () => queries.invalidateQueries({ queryKey: sessionKey }),
  });
  const signingOut = useSignOut();
  return (
    <SignInFrame>
      <Title order={1}>{t('app.passkeys.firstTitle')}</Title>
      <p className={classes['text']}>{t('app.passkeys.firstText')}</p>
      {!canUsePasskeys() && <p className={classes['text']}>{t('app.passkeys.unsupported')}</p>}
      <div className={classes['form']}>
        <ErrorText error={adding.error ?? signingOut.error} />
        <Button
          size="md"
          loading={adding.isPending}
          disabled={!canUsePasskeys()}
          onClick={() => adding.mutate()}
        >
          {t('app.passkeys.add')}
        </Button>
        <Anchor component="button" type="button" onClick={() => signingOut.mutate()}>
          {t('app.user.signOut')}
        </Anchor>
      </div>
    </SignInFrame>
  );
}
