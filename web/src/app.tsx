import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { Suspense } from 'react';
import { queryClient } from './api/query-client.js';
import './look/mantine.css';
import './look/base.css';
import { styleNonce } from './look/style-nonce.js';
import { cssVariables, theme } from './look/theme.js';
import { LastResort } from './parts/last-resort.js';
import { router } from './router.js';
import { Splash } from './shell/splash.js';
import { Speaker } from './words/speaker.js';

// The reference keeps the same choice under the same name.
const colorSchemeManager = localStorageColorSchemeManager({ key: 'regrove-theme' });

export const App = () => (
  <MantineProvider
    theme={theme}
    cssVariablesResolver={cssVariables}
    colorSchemeManager={colorSchemeManager}
    defaultColorScheme="auto"
    getStyleNonce={styleNonce}
  >
    <LastResort>
      <QueryClientProvider client={queryClient}>
        <Suspense fallback={<Splash />}>
          <Speaker>
            <Notifications position="bottom-center" />
            <RouterProvider router={router} />
          </Speaker>
        </Suspense>
      </QueryClientProvider>
    </LastResort>
  </MantineProvider>
);
