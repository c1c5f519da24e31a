import { describe, expect, it } from 'vitest';
import { mailHtml } from '../../src/features/mail/mail-html.js';
import { mailText } from '../../src/features/mail/mail-text.js';
import type { Content, Mail } from '../../src/features/mail/mail.js';
import { renderMail } from '../../src/features/mail/render-mail.js';
import { i18nFor } from '../../src/messages/i18n.js';
import { locales, type Locale } from '../../src/messages/locales.js';
import { newId } from '../../src/platform/ids.js';
import { describeInBrowser, openBrowser } from '../support/browser.js';

const baseUrl = 'https://trees.example';
const signIn: Content = { kind: 'sign-in', facts: { minutes: 15 } };
const invitation: Content = { kind: 'invitation', facts: {} };

const write = (content: Content, fullName: string | null, locale: Locale = 'en', accountName = 'Evergreen') =>
  renderMail(
    {
      ...content,
      id: newId(),
      accountId: newId(),
      accountName,
      fullName,
      address: 'who@example.com',
      locale,
      createdAt: new Date('2026-11-01T00:00:00Z'),
      secretSealed: null,
      attempts: 1,
    } as Mail,
    { baseUrl, secret: 'rl_x' },
  );

describe('A mail', () => {
  it.each(locales)('greets its reader by name, if that is known: %s', (locale) => {
    const { t } = i18nFor(locale);
    const greeting = t('mail.greetingByName', { name: 'Ada Löw' });
    expect(greeting).toContain('Ada Löw');
    expect(mailText(write(signIn, 'Ada Löw', locale)).startsWith(`${greeting}\n`)).toBe(true);
    for (const unknown of [null, '', ' \u200B '])
      expect(mailText(write(signIn, unknown, locale)).startsWith(`${t('mail.greeting')}\n`)).toBe(true);
  });

  it('contains no link from the name of its reader', () => {
    const text = mailText(write(signIn, 'Ada https://evil.example/pay or evil.example'));
    expect(text).toMatch(/^Hello Ada … or evil\. example,/);
    expect(mailText(write(signIn, 'x'.repeat(300)))).toMatch(/^Hello x{39}…,/);
    expect(mailHtml(write(signIn, '<b>Ada</b>'), 'en')).toContain('Hello &lt;b&gt;Ada&lt;/b&gt;,');
  });

  it('that invites does not repeat a name that strangers can choose', () => {
    const { text, markup } = {
      text: mailText(write(invitation, 'You have won')),
      markup: mailHtml(write(invitation, 'You have won'), 'en'),
    };
    for (const part of [text, markup]) expect(part).not.toContain('You have won');
    expect(text.startsWith('Hello,\n')).toBe(true);
  });

  it.each([signIn, invitation])('leads to the dashboard, from its mark and below: $kind', (content) => {
    const letter = write(content, null);
    expect(mailText(letter)).toContain(`\n${baseUrl}/\n`);
    expect(mailHtml(letter, 'en').split(`href="${baseUrl}/"`)).toHaveLength(3);
  });
});

describeInBrowser('A mail in Chromium', () => {
  it.each([320, 700])('is not wider than its window, however long the names: %s', async (width) => {
    const browser = await openBrowser({ width, height: 800 });
    const certificates = [{ id: newId(), project: 'Ü'.repeat(100), pages: 1, trees: '0.5' }];
    const contents: Content[] = [
      signIn,
      invitation,
      {
        kind: 'month-end',
        facts: { month: '2026-10-01', pages: 1, trees: '0.5', certificates, checkpoint: 'W'.repeat(300) },
      },
      { kind: 'feed-recovered', facts: { feedId: newId(), feed: 'W'.repeat(100) } },
    ];
    for (const content of contents) {
      await browser.page.setContent(mailHtml(write(content, 'M'.repeat(100), 'en', 'W'.repeat(100)), 'en'));
      const widest = await browser.page.evaluate('document.documentElement.scrollWidth');
      expect([content.kind, widest]).toEqual([content.kind, width]);
    }
    await browser.close();
  });
});
