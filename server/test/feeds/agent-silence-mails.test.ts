import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkFeeds } from '../../src/features/feeds/health/check-feeds.js';
import { sendMails } from '../../src/features/mail/send-mails.js';
import { enrolAgent } from '../support/enrol-agent.js';
import { startSmtpServer, type TestSmtpServer } from '../support/smtp-server.js';
import { createAcceptedUser } from '../support/visitor.js';
import { startWorld, type World } from '../support/world.js';

let smtp: TestSmtpServer;
let world: World;
beforeAll(async () => {
  smtp = await startSmtpServer();
  world = await startWorld({ REGROVE_SMTP_URL: smtp.url });
});
afterAll(async () => {
  await world.stop();
  await smtp.close();
});

const context = () => world.server.running.instance.context;
const at = (hours: number): void => world.server.setNow(new Date(Date.UTC(2027, 2, 1, hours)));

describe('An agent that is not heard of any more', () => {
  it('is told to the people of its account once, in their language, and that it is back', async () => {
    at(0);
    const member = await world.newAccount('customer', world.channel);
    const stranger = await world.newAccount('customer', world.channel);
    for (const [{ account }, email, locale] of [
      [member, 'ann@example.com', 'en'],
      [member, 'anke@example.com', 'de'],
      [stranger, 'someone-else@example.com', 'en'],
    ] as const)
      await createAcceptedUser(world.server, account, { email, locale });
    // Their invitations.
    await sendMails(context());
    smtp.accepted.length = 0;
    const { body: feed } = await member.api.post('/feeds', { type: 'agent', external_id: 'harbour' });
    const { api: agent } = await enrolAgent(world, member, feed.id);

    for (const hours of [26, 27, 28]) {
      at(hours);
      await checkFeeds(context(), { id: feed.id });
    }
    await sendMails(context());
    const [inEnglish, ...more] = smtp.to('ann@example.com');
    expect(more).toEqual([]);
    expect(inEnglish?.subject).toBe('An agent of “agent (harbour)” is silent');
    const reason = 'An agent has not been heard from for more than a day.';
    for (const text of [inEnglish?.text.replace(/\s+/g, ' '), inEnglish?.html]) {
      expect(text).toContain('An agent of the feed “agent (harbour)” of');
      expect(text).toContain(reason);
      expect(text).toContain(`/feeds/${feed.id}`);
    }
    const [inGerman] = smtp.to('anke@example.com');
    expect(inGerman?.text).toMatch(/Agent/);
    expect(inGerman?.text).not.toContain('heard of');

    at(29);
    await agent.post(`/feeds/${feed.id}/agents/report`, { version: '1.0.0', devices: 1, trouble: [] });
    await sendMails(context());
    expect(smtp.to('ann@example.com').map(({ subject }) => subject.includes('again'))).toEqual([false, true]);
    expect(smtp.to('someone-else@example.com')).toEqual([]);
  });
});
