import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Navigate,
} from '@tanstack/react-router';
import { lazy, type ComponentType } from 'react';
import { screenPath, usePathParams } from './api/scope.js';
import { ScreenError } from './components/screen-error.js';
import { ReadOnlyScreen } from './components/read-only-screen.js';
import { NotFound } from './components/not-found.js';
import { ScreenSkeleton } from './components/screen-skeleton.js';
import { DisabledWhileAdvancing } from './components/disabled-while-advancing.js';
import { basePath } from './base-path.js';
import { screens } from './screens/index.js';
import { operatorScreens } from './screens/operator/index.js';
import { operatorPath } from './screens/operator/operator-path.js';
import { SessionGate } from './session/session-gate.js';
import { useHasFullPermission } from './session/use-has-full-permission.js';
import { useSession } from './session/use-session.js';
import { OperatorShell } from './shell/operator-shell.js';
import { AccountShell } from './shell/account-shell.js';

const root = createRootRoute({ component: SessionGate });

/** Screens are below their account. Shorter paths, as in mails, lead to the user's own. */
function ToOwnAccount() {
  const { _splat: rest = '' } = usePathParams();
  return <Navigate to={screenPath(useSession().account.id, rest)} replace />;
}

const home = createRoute({ getParentRoute: () => root, path: '/', component: ToOwnAccount });
const shortcut = createRoute({ getParentRoute: () => root, path: '$', component: ToOwnAccount });
const scope = createRoute({
  getParentRoute: () => root,
  path: 'accounts/$accountId',
  component: AccountShell,
});

/** Only for users who may change something. */
const forChanges = (View: ComponentType) =>
  Object.assign(
    () =>
      useHasFullPermission() ? (
        <DisabledWhileAdvancing>
          <View />
        </DisabledWhileAdvancing>
      ) : (
        <ReadOnlyScreen />
      ),
    View,
  );

const views = screens.map(({ path, load, requiresFullPermission = false }) =>
  createRoute({
    getParentRoute: () => scope,
    path: path || '/',
    component: requiresFullPermission
      ? forChanges(lazyRouteComponent(load, 'View'))
      : lazyRouteComponent(load, 'View'),
  }),
);
const elsewhere = createRoute({ getParentRoute: () => scope, path: '$', component: NotFound });

const operator = createRoute({ getParentRoute: () => root, path: 'operator', component: OperatorShell });
const operatorViews = operatorScreens.map(({ path, load }) =>
  createRoute({
    getParentRoute: () => operator,
    path,
    // Not `lazyRouteComponent`: it would load the code before the shell has checked that the user is an operator.
    component: lazy(async () => ({ default: (await load()).View })),
  }),
);
const operatorHome = createRoute({
  getParentRoute: () => operator,
  path: '/',
  component: () => <Navigate to={operatorPath('accounts')} replace />,
});
const noOperatorView = createRoute({ getParentRoute: () => operator, path: '$', component: NotFound });

export const router = createRouter({
  routeTree: root.addChildren([
    home,
    scope.addChildren([...views, elsewhere]),
    operator.addChildren([operatorHome, ...operatorViews, noOperatorView]),
    shortcut,
  ]),
  defaultPendingComponent: ScreenSkeleton,
  defaultErrorComponent: ScreenError,
  defaultNotFoundComponent: NotFound,
  // Loads a screen's code when the pointer is over its link.
  defaultPreload: 'intent',
  scrollRestoration: true,
  basepath: basePath || '/',
});
