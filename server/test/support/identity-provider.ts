import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider from 'oidc-provider';
import { request } from 'undici';

/** Who is signed in at the provider, as it tells us. */
export interface Identity {
  readonly email?: string;
  readonly email_verified?: boolean;
}

export interface IdentityProvider {
  readonly env: Record<string, string>;
  /** Call this as soon as the address of the client is known. */
  accept(baseUrl: string): void;
  /** Everybody who comes from now on is this person, and is sent back at once. */
  signInAs(identity: Identity): void;
  /** Follows the redirects at the provider; returns the path on our server that it sends the browser to. */
  follow(url: string): Promise<string>;
  stop(): Promise<void>;
}

const clientId = 'regrove';
const clientSecret = 'a secret of the client';

/** A real provider of OpenID Connect, on this machine. */
export async function startIdentityProvider(): Promise<IdentityProvider> {
  let listener: RequestListener = (_, response) => void response.writeHead(503).end();
  const server = createServer((incoming, response) => listener(incoming, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  let identity: Identity = {};
  let own = '';
  let count = 0;
  return {
    env: {
      REGROVE_OIDC_ISSUER: issuer,
      REGROVE_OIDC_CLIENT_ID: clientId,
      REGROVE_OIDC_CLIENT_SECRET: clientSecret,
      REGROVE_OIDC_LABEL: 'Example Login',
    },
    accept(baseUrl) {
      own = baseUrl;
      const provider = createProvider(issuer, baseUrl, () => identity);
      const answer = provider.callback();
      listener = (incoming, response) => {
        const login = { accountId: `person ${String(++count)}` };
        if (incoming.url?.startsWith('/interaction/') === true)
          void provider.interactionFinished(incoming, response, { login });
        else answer(incoming, response);
      };
    },
    signInAs: (next) => void (identity = next),
    follow: (url) => follow(url, own),
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

function createProvider(issuer: string, baseUrl: string, identity: () => Identity): Provider {
  const provider: Provider = new Provider(issuer, {
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: [`${baseUrl}/sign-in/oidc/callback`],
      },
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified'] },
    cookies: { keys: ['a key of the cookies'] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
    findAccount: (_: unknown, sub: string) => ({
      accountId: sub,
      claims: () => ({ sub, ...identity() }),
    }),
    // Nobody is asked for consent.
    loadExistingGrant: async (context: {
      oidc: { session: { accountId: string }; client: { clientId: string } };
    }) => {
      const { session, client } = context.oidc;
      const grant = new provider.Grant({ accountId: session.accountId, clientId: client.clientId });
      grant.addOIDCScope('openid email');
      await grant.save();
      return grant;
    },
  });
  return provider;
}

async function follow(url: string, own: string): Promise<string> {
  const cookies = new Map<string, string>();
  let next = url;
  for (let hops = 0; hops < 10; hops++) {
    if (next.startsWith(own)) return next.slice(own.length);
    const answer = await request(next, {
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
    });
    const text = await answer.body.text();
    for (const line of [answer.headers['set-cookie'] ?? []].flat()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    const { location } = answer.headers;
    if (typeof location !== 'string')
      throw new Error(`The provider answered ${String(answer.statusCode)}: ${text.slice(0, 500)}`);
    next = new URL(location, next).href;
  }
  throw new Error('The provider redirects without end');
}
