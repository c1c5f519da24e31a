import { account, child, sandbox, date } from './ids.js';

export const sandboxExamples = {
  Sandbox: {
    id: sandbox,
    account_id: account,
    name: 'Test of our integration',
    created_at: date,
    expires_at: '2026-11-30T23:59:59Z',
    deletes_at: '2026-12-07T23:59:59Z',
  },
  CreatedSandbox: {
    id: sandbox,
    account_id: account,
    key: 'rg_test_AZgMXi8AfBqfbjsfCm1-EAGYDF4vAHwan247HwptfgEB2tUEmMrBdXHk0vdSTKAhRtxpIhqWMfg',
    now: date,
    expires_at: '2026-11-30T23:59:59Z',
  },
  NewSandbox: { name: 'Test of our integration' },
  SandboxState: {
    id: sandbox,
    now: date,
    status: 'advancing',
    advancing_to: '2026-12-01T12:00:00Z',
    expires_at: '2026-11-30T23:59:59Z',
    deletes_at: '2026-12-07T23:59:59Z',
  },
  SandboxAdvance: { to: '2026-12-01T12:00:00Z' },
  CaughtMail: {
    id: '01980c5e-2f00-7c1a-9f6e-3b1f0a6d7e11',
    account_id: child,
    kind: 'invoice-issued',
    to: 'customer-1@sandbox.example',
    subject: 'Your invoice TEST-000001',
    text: 'Your invoice TEST-000001 is ready.',
    html: '<p>Your invoice TEST-000001 is ready.</p>',
    attachments: [{ name: 'invoice-TEST-000001.pdf', type: 'application/pdf' }],
    created_at: '2026-11-01T00:15:00Z',
  },
};
