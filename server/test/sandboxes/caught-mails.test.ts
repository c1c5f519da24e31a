import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withdrawOffset } from '../../src/features/billing/withdraw-offset.js';
import { i18nFor } from '../../src/messages/i18n.js';
import type { Json } from '../support/api-client.js';
import { startSandbox, type MarkedSandbox } from '../support/marked-sandbox.js';
import { fetchPage } from '../support/public-pages.js';
import { startWorld, type World } from '../support/world.js';

let world: World;
let sandbox: MarkedSandbox;
let mails: Json[];
beforeAll(async () => {
  world = await startWorld();
  world.server.setNow('2026-03-10T10:00:00Z');
  sandbox = await startSandbox(world);
  await sandbox.api.post('/biomass/offsets', { pages: 8_333_000, project_id: world.projects.forest });
  await sandbox.api.post('/users', { email: 'invited@example.com', locale: 'de' });
  await sandbox.advance('2026-04-02T12:00:00Z');
  const [billed] = (await sandbox.api.get('/biomass/offsets')).body.filter(
    ({ pages }: Json) => pages === 8_333_000,
  );
  const withdrawal = { reason: 'Counted twice', returnsPages: false };
  await withdrawOffset(await sandbox.context(), sandbox.account.id, billed.id, withdrawal);
  await sandbox.advance('2026-04-02T13:00:00Z');
  mails = (await sandbox.api.get('/sandbox/mails?limit=100')).body;
});
afterAll(() => world.stop());

const ofKind = (kind: string): Json => mails.find((mail) => mail.kind === kind);

describe('The link of a caught invitation', () => {
  const link = (): string => {
    const invitation = mails.find(({ to }) => to === 'invited@example.com');
    const [found = ''] = /https:\S+\/sign-in\/\S*/.exec(invitation.text) ?? [];
    return found;
  };

  it('is whole, although the mail counts as sent', async () => {
    const { db } = await sandbox.context();
    const states = await world.server.sql(
      `select distinct state from ${String(db.schema)}.mails where address = 'invited@example.com'`,
    );
    expect(states).toEqual([{ state: 'sent' }]);
    expect(new URL(link()).pathname).toMatch(
      new RegExp(`^/sandbox/${sandbox.id}/sign-in/rl_[\\w-]{40,}$`, 'u'),
    );
  });

  it.each(['de', 'ja'] as const)(
    'says in %s that it is one of a sandbox, and leads there',
    async (locale) => {
      const { t } = i18nFor(locale);
      for (const method of ['GET', 'POST'] as const) {
        const { status, text, headers } = await fetchPage(
          world,
          link(),
          { 'accept-language': locale },
          method,
        );
        expect([status, headers['set-cookie'], headers['x-robots-tag']]).toEqual([200, undefined, 'noindex']);
        expect(text).toContain(t('sandbox.linkTitle'));
        expect(text).toContain(t('sandbox.word'));
        expect(text).toContain(`href="/sandbox/${sandbox.id}/"`);
      }
    },
  );

  it('is not one of live, nor is a live one of a sandbox', async () => {
    const live = link().replace(sandbox.root, '');
    expect((await fetchPage(world, live)).status).toBe(404);
    const provider = await fetchPage(world, `${sandbox.root}/sign-in/oidc`);
    expect([provider.status, provider.headers['location']]).toEqual([200, undefined]);
  });
});

describe('Caught mails', () => {
  it('offer no choice of mails, which only people have', () => {
    expect(mails.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['month-end', 'invoice']));
    expect(JSON.stringify(mails)).not.toContain('/notifications');
  });

  it('list their attachments', () => {
    const pdf = (name: RegExp) => [{ name: expect.stringMatching(name), type: 'application/pdf' }];
    expect(ofKind('invoice').attachments).toEqual(pdf(/^TEST-\d{6}\.pdf$/));
    expect(ofKind('credit-note').attachments).toEqual(pdf(/^TEST-CRN-\d{6}\.pdf$/));
    expect(ofKind('month-end').attachments).toEqual([]);
    expect(ofKind('invitation').attachments).toEqual([]);
  });

  it.each(['invoice', 'credit-note'])('lead to the PDF of the %s in the dashboard', async (kind) => {
    const { id } = ofKind(kind);
    const inside = `${sandbox.root}/app/accounts`;
    const { body } = await sandbox.user.get(`${inside}/${sandbox.account.id}/sandbox/mails/${String(id)}`);
    const [{ name, path }] = body.attachments;
    const cookie = [...sandbox.user.cookies].map(([key, value]) => `${key}=${value}`).join('; ');
    const file = await fetchPage(world, `${inside}/${String(body.account_id)}/${String(path)}`, { cookie });
    expect([file.status, file.headers['content-type']]).toEqual([200, 'application/pdf']);
    expect(file.headers['content-disposition']).toContain(name);
  });
});
