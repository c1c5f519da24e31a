import type { SortedKeys } from '../../../features/log/former-keys.js';
import type { MessageKey } from '../../../messages/catalogues.js';
import type { I18n } from '../../../messages/i18n.js';
import { languageSwitch } from '../certificate-page/language-switch.js';
import { documentShell } from '../document-shell.js';
import { html, type Html } from '../html.js';
import type { LogVerifyAssets } from './log-verify-assets.js';

/** What the script may say, by the names that it uses. */
const texts = {
  proven: 'log.verifyProven',
  provenText: 'log.verifyProvenText',
  wrong: 'log.verifyWrong',
  wrongText: 'log.verifyWrongText',
  unproven: 'log.verifyUnproven',
  noProof: 'log.verifyNoProof',
  notProof: 'log.verifyNotProof',
  noEntry: 'log.verifyNoEntry',
  badSignature: 'log.verifyBadSignature',
  otherKey: 'log.verifyOtherKey',
  formerKey: 'log.verifyFormerKey',
  altered: 'log.verifyAltered',
  otherEntry: 'log.verifyOtherEntry',
  newerEntry: 'log.verifyNewerEntry',
  otherName: 'log.verifyOtherName',
  nameProven: 'log.verifyNameProven',
  nameUnchecked: 'log.verifyNameUnchecked',
  noSalt: 'log.verifyNoSalt',
  badKey: 'log.verifyBadKey',
  unreadable: 'log.verifyUnreadable',
  unsupported: 'log.verifyUnsupported',
  print: 'log.verifyPrint',
  withdrawn: 'log.verifyWithdrawn',
  witnesses: 'log.verifyWitnesses',
  number: 'certificate.number',
  issued: 'log.verifyIssued',
  date: 'certificate.date',
  pages: 'log.verifyPages',
  trees: 'log.verifyTrees',
  project: 'certificate.project',
  methodology: 'log.verifyMethodology',
  log: 'log.verifyLog',
  index: 'log.verifyIndex',
  size: 'log.verifySize',
} as const satisfies Readonly<Record<string, MessageKey>>;

/** Of the log of this installation. */
export interface KnownKeys extends SortedKeys {
  readonly origin: string;
  readonly key: string;
}

/** Verifies a certificate in the browser. The script has the verifier in it, and needs nothing else. */
export function logVerifyPage(assets: LogVerifyAssets, keys: KnownKeys, i18n: I18n): Html {
  const { origin } = keys;
  const { t, locale } = i18n;
  return documentShell(assets, {
    lang: locale,
    title: `${t('log.verifyTitle')} · Regrove`,
    description: t('log.verifyIntro'),
    head: html`<link rel="stylesheet" href="${assets.publicStyle.path}" />
      <link rel="stylesheet" href="${assets.ownStyle.path}" />`,
    body: html`<body class="impact">
      <main>
        <header class="hero">
          <p class="kicker" dir="ltr"><a href="/log?locale=${locale}">${origin}</a></p>
          <h1 class="name medium">${t('log.verifyTitle')}</h1>
          <p>${t('log.verifyIntro')}</p>
        </header>
        <noscript>
          <p class="card">${t('log.verifyNoScript')} <code>npx --no regrove verify FILE</code></p>
        </noscript>
        ${form(i18n, keys)}
        <div id="result" role="status"></div>
      </main>
      ${languageSwitch(i18n)}
      <template id="texts">
        ${Object.entries(texts).map(([name, text]) => html`<p data-text="${name}">${t(text)}</p>`)}
      </template>
    </body>`,
  });
}

/** Shown by the script, without which it does nothing. */
const form = ({ t }: I18n, { key, present, former }: KnownKeys): Html =>
  html`<section class="card" id="form" hidden>
    <div class="field drop" id="drop">
      <label for="file">${t('log.verifyFile')}</label>
      <p class="aside" id="drop-hint">${t('log.verifyDrop')}</p>
      <input id="file" type="file" accept=".pdf,.tlog-proof,application/pdf" aria-describedby="drop-hint" />
    </div>
    <div class="field">
      <label for="name">${t('log.verifyName')}</label>
      <input id="name" type="text" autocomplete="off" dir="auto" maxlength="1000" />
    </div>
    <div class="field">
      <label for="key">${t('log.verifyKey')}</label>
      <input
        id="key"
        type="text"
        autocomplete="off"
        spellcheck="false"
        dir="ltr"
        maxlength="1000"
        value="${key}"
        data-present="${present.join(' ')}"
        data-former="${former.join(' ')}"
        aria-describedby="key-hint"
      />
      <p class="aside" id="key-hint">${t('log.verifyKeyHint')}</p>
    </div>
  </section>`;
