import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { sessionEndedKey, sessionKey } from '../api/query-client.js';
import type { SignInMethods } from '../api/wire.js';
import { ErrorText } from '../components/error-text.js';
import { useI18n } from '../i18n/use-i18n.js';
import { IconKey } from '../icons/icons.js';
import { canUsePasskeys, signInWithPasskey } from './passkeys.js';
import { currentScreen } from './session-api.js';
import classes from './sign-in.module.css';

/** Passkeys work only at the host name that they are made for. */
export const offersPasskeys = ({ passkey_host: host }: SignInMethods): boolean =>
  host === location.hostname && canUsePasskeys();

/** Signing in without a mail. */
export function OtherSignInMethods({ methods }: { readonly methods: SignInMethods }) {
  const { t } = useI18n();
  const queries = useQueryClient();
  const signingIn = useMutation({
    mutationFn: signInWithPasskey,
    onSuccess: async () => {
      queries.removeQueries({ queryKey: sessionEndedKey });
      await queries.invalidateQueries({ queryKey: sessionKey });
    },
  });
  const { oidc } = methods;
  const next = currentScreen();
  const hasPasskeys = offersPasskeys(methods);
  if (!hasPasskeys && !oidc) return null;
  return (
    <div className={classes['ways']} data-alone={!methods.link || undefined}>
      <ErrorText error={signingIn.error} />
      {hasPasskeys && (
        <Button
          size="md"
          variant={methods.link ? 'default' : 'filled'}
          leftSection={<IconKey size={20} stroke={1.5} aria-hidden="true" />}
          loading={signingIn.isPending}
          onClick={() => signingIn.mutate()}
        >
          {t('app.signIn.passkey')}
        </Button>
      )}
      {oidc && (
        <Button
          component="a"
          size="md"
          variant={methods.link || hasPasskeys ? 'default' : 'filled'}
          href={next === undefined ? oidc.url : `${oidc.url}?next=${encodeURIComponent(next)}`}
        >
          {t('app.signIn.oidc', { provider: oidc.label })}
        </Button>
      )}
    </div>
  );
}
