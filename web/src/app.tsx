import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { Suspense } from 'react';
import { queryClient } from './api/query-client.js';
import './theme/mantine.css';
import './theme/base.css';
import { styleNonce } from './theme/style-nonce.js';
import { cssVariables, theme } from './theme/theme.js';
import { ErrorBoundary } from './components/error-boundary.js';
import { Toasts } from './components/toasts.js';
import { router } from './router.js';
import { Splash } from './shell/splash.js';
import { I18nProvider } from './i18n/i18n-provider.js';

// The API reference uses the same key.
const colorSchemeManager = localStorageColorSchemeManager({ key: 'regrove-theme' });

export const App = () => (
  <MantineProvider
    theme={theme}
    cssVariablesResolver={cssVariables}
    colorSchemeManager={colorSchemeManager}
    defaultColorScheme="auto"
    getStyleNonce={styleNonce}
  >
    <ErrorBoundary>
      <QueryClientProvider client={queryClient}>
        <Suspense fallback={<Splash />}>
          <I18nProvider>
            <Toasts />
            <RouterProvider router={router} />
          </I18nProvider>
        </Suspense>
      </QueryClientProvider>
    </ErrorBoundary>
  </MantineProvider>
);
