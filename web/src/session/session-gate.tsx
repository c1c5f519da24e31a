import { Outlet } from '@tanstack/react-router';
import { lazy, Suspense, useEffect } from 'react';
import { AppError } from '../api/app-request.js';
import { LoadError } from '../components/load-error.js';
import { OfflineNotice } from '../shell/offline-notice.js';
import { Splash } from '../shell/splash.js';
import { supportedLocale } from '../i18n/preferred-locale.js';
import { useLanguage } from '../i18n/i18n-provider.js';
import { isInSandbox } from '../base-path.js';
import { SandboxGone } from '../sandbox/sandbox-gone.js';
import { FirstPasskey } from './first-passkey.js';
import { SignIn } from './sign-in.js';
import { SessionContext, useSessionQuery } from './use-session.js';

const SandboxProvider = lazy(async () => ({
  default: (await import('../sandbox/sandbox-provider.js')).SandboxProvider,
}));

/** Shows the sign-in screen at every URL until the user is signed in. */
export function SessionGate() {
  const { data: session, error, refetch, isPending } = useSessionQuery();
  const { setLocale } = useLanguage();
  const userLocale = session?.user.locale;
  useEffect(() => {
    if (userLocale) setLocale(supportedLocale(userLocale));
  }, [userLocale, setLocale]);

  if (session?.session.awaits_passkey === true) return <FirstPasskey />;
  if (session)
    return (
      <SessionContext value={session}>
        <OfflineNotice />
        {session.sandbox ? (
          <Suspense fallback={<Splash />}>
            <SandboxProvider known={session.sandbox}>
              <Outlet />
            </SandboxProvider>
          </Suspense>
        ) : (
          <Outlet />
        )}
      </SessionContext>
    );
  if (session === null) return <SignIn />;
  if (isPending) return <Splash />;
  if (isInSandbox && error instanceof AppError && error.status < 500) return <SandboxGone error={error} />;
  return (
    <main>
      <LoadError error={error} retry={refetch} order={1} />
    </main>
  );
}
