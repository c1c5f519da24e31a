import { expect } from 'vitest';
import { startJobs } from '../../src/jobs/start-jobs.js';
import type { NewUserInput } from '../../src/features/users/create-user.js';
import type { User } from '../../src/features/users/user-store.js';
import { startSmtpServer, type TestSmtpServer, type ReceivedMail } from './smtp-server.js';
import { until } from './until.js';
import { createAcceptedUser, type VisitResponse, type Visitor } from './visitor.js';
import { startWorld, type TestAccount, type World } from './world.js';

/** A world in which users can request sign-in links and receive them. */
export interface SignInWorld {
  readonly world: World;
  readonly smtp: TestSmtpServer;
  /** A user whose invitation has arrived and is accepted; by default, a user of the customer. */
  readonly acceptedUser: (input?: Partial<NewUserInput>, member?: TestAccount) => Promise<User>;
  /** The mail to the address that results from the work. */
  readonly mailAfter: (work: () => Promise<unknown>, email: string) => Promise<ReceivedMail>;
  /** The link that the person requests and receives. */
  readonly requestLink: (person: Visitor, user: User) => Promise<string>;
  readonly minutesLater: (minutes: number) => void;
  readonly queueIsEmpty: () => Promise<boolean>;
  readonly startJobs: () => void;
  readonly stopJobs: () => Promise<void>;
  readonly close: () => Promise<void>;
}

export async function startSignInWorld(env: Record<string, string> = {}): Promise<SignInWorld> {
  const smtp = await startSmtpServer();
  const world = await startWorld({
    REGROVE_SMTP_URL: smtp.url,
    // Each visitor has its own address, so that none uses up the rate limit of another.
    REGROVE_TRUSTED_PROXIES: '127.0.0.1',
    ...env,
  });
  const { server } = world;
  let jobs = startJobs(server.running.instance);
  const mailAfter: SignInWorld['mailAfter'] = async (work, email) => {
    const before = smtp.to(email).length;
    await work();
    await until(
      'the mail with the link',
      () => smtp.to(email).length,
      (count) => count > before,
    );
    return smtp.to(email).at(-1) as ReceivedMail;
  };
  return {
    world,
    smtp,
    mailAfter,
    async acceptedUser(input = {}, member = world.customer) {
      const user = await createAcceptedUser(server, member.account, input);
      await until(
        'the invitation',
        () => smtp.to(user.email).length,
        (count) => count > 0,
      );
      return user;
    },
    requestLink: async (person, { email }) =>
      linkIn(await mailAfter(() => requestSignIn(person, email), email)),
    minutesLater: (minutes) => server.setNow(new Date(Date.now() + minutes * 60_000)),
    async queueIsEmpty() {
      return (await server.sql('select from graphile_worker._private_jobs')).length === 0;
    },
    startJobs: () => void (jobs = startJobs(server.running.instance)),
    stopJobs: () => jobs.stop(),
    async close() {
      await jobs.stop();
      await world.stop();
      await smtp.close();
    },
  };
}

export const requestSignIn = (person: Visitor, email: string): Promise<VisitResponse> =>
  person.app('POST', '/app/sign-in', { email });

export const linkIn = ({ text }: ReceivedMail): string => /\/sign-in\/rl_[\w-]{54}/.exec(text)?.[0] ?? '';

export async function expectSignedIn(answer: VisitResponse, person: Visitor, user: User): Promise<void> {
  expect([answer.status, answer.headers['location'], answer.text]).toEqual([303, '/', '']);
  const { status, body } = await person.get('/app/session');
  expect([status, body.user.id]).toEqual([200, user.id]);
}

/** Nothing but the page that says why. */
export async function expectRefused(
  answer: VisitResponse,
  person: Visitor,
  status: number,
  words: string,
): Promise<void> {
  expect([answer.status, answer.headers['content-type']]).toEqual([status, 'text/html; charset=utf-8']);
  expect(answer.text.replaceAll(/[⁦-⁩]/g, '')).toContain(words);
  expect((await person.get('/app/session')).status).toBe(401);
}
