import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.js';
import { applySandboxTheme } from './sandbox/apply-sandbox-theme.js';
import { exposeStyleNonce } from './theme/style-nonce.js';

exposeStyleNonce();
applySandboxTheme();
const root = document.getElementById('root');
if (!root) throw new Error('The page has no #root element');
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
