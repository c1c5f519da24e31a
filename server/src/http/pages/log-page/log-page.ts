import { isKnownEntry, type Entry } from '@regrove/verify';
import type { I18n } from '../../../messages/i18n.js';
import type { MessageKey } from '../../../messages/catalogues.js';
import { logUrl } from '../../../messages/links.js';
import { cleanText } from '../../../platform/text/clean-text.js';
import { certificateNumber } from '../certificate-number.js';
import { languageSwitch } from '../certificate-page/language-switch.js';
import { documentShell } from '../document-shell.js';
import { html, type Html } from '../html.js';
import type { ImpactAssets } from '../impact-page/impact-assets.js';

export interface LogFacts {
  readonly baseUrl: string;
  readonly origin: string;
  /** Undefined: nothing has been entered yet. */
  readonly signed: { readonly size: number; readonly at: Date; readonly witnesses: number } | undefined;
  /** The newest first. */
  readonly newest: readonly { readonly index: number; readonly entry: Entry }[];
}

/** What the transparency log is, for people. */
export function logPage(assets: ImpactAssets, facts: LogFacts, i18n: I18n): Html {
  const { t, locale } = i18n;
  const url = logUrl(facts.baseUrl);
  return documentShell(assets, {
    lang: locale,
    title: `${t('log.title')} · Regrove`,
    description: t('log.intro'),
    head: html`<link rel="stylesheet" href="${assets.ownStyle.path}" />
      <link rel="canonical" href="${url}" />
      <link
        rel="alternate"
        type="application/atom+xml"
        title="${t('log.feed')}"
        href="${url}/checkpoints.atom"
      />`,
    body: html`<body class="impact">
      <main>
        <header class="hero">
          <p class="kicker" dir="ltr">${facts.origin}</p>
          <h1 class="name medium">${t('log.title')}</h1>
          <p>${t('log.intro')}</p>
          <p class="aside">${sizeOf(facts, i18n)}</p>
          <p class="actions">
            <a class="button main" href="/log/verify?locale=${locale}">${t('log.check')}</a>
          </p>
        </header>
        ${points(t('log.proves'), [t('log.provesIssue'), t('log.provesPast'), t('log.provesSum')])}
        ${points(t('log.provesNot'), [
          t('log.notPlanted'),
          t('log.notName'),
          t('log.notFigures'),
          ...witnessText(facts, i18n),
        ])}
        ${newest(facts, i18n)} ${files(i18n)}
      </main>
      ${languageSwitch(i18n)}
    </body>`,
  });
}

const sizeOf = ({ signed }: LogFacts, { t, date }: I18n): string =>
  signed ? t('log.size', { count: signed.size, time: date(signed.at) }) : t('log.empty');

/** What could go unnoticed without witnesses is one of the things that the log does not prove. */
const witnessText = ({ signed }: LogFacts, { t }: I18n): readonly string[] =>
  signed && signed.witnesses > 0 ? [] : [t('log.noWitnesses')];

const points = (heading: string, texts: readonly string[]): Html =>
  section(
    heading,
    html`<ul class="points">
      ${texts.map((text) => html`<li>${text}</li>`)}
    </ul>`,
  );

const section = (heading: string, content: Html): Html =>
  html`<section class="card">
    <h2>${heading}</h2>
    ${content}
  </section>`;

function newest({ newest: entries, signed }: LogFacts, i18n: I18n): Html | undefined {
  if (entries.length === 0) return undefined;
  const { t, number } = i18n;
  return section(
    t('log.newest'),
    html`<ol class="certificates" reversed>
        ${entries.map(
          ({ index, entry }) =>
            html`<li>
              <strong>${t(titles[entry.type] ?? 'log.other')}</strong>
              <span dir="auto">${detailOf(entry, i18n)}</span>
              <span class="of"
                >${number(index)}${isKnownEntry(entry) ? html` · <time>${entry.at}</time>` : undefined}</span
              >
            </li>`,
        )}
      </ol>
      ${signed && signed.witnesses > 0 ? html`<p class="aside">${t('log.witnesses', { count: signed.witnesses })}</p>` : undefined}`,
  );
}

const titles: Readonly<Record<string, MessageKey>> = {
  'certificate.issued': 'log.issued',
  'certificate.withdrawn': 'log.withdrawn',
  'methodology.adopted': 'log.methodology',
  'planting.recorded': 'log.planted',
  'credits.imported': 'log.imported',
  'credits.allocated': 'log.allocated',
  'credits.retired': 'log.retired',
};

/** Without a link: who has the address of a certificate sees its name. */
function detailOf(entry: Entry, { t, rounded }: I18n): string {
  if (!isKnownEntry(entry)) return entry.type;
  switch (entry.type) {
    case 'certificate.issued': {
      const amount = t('badge.trees', { trees: entry.trees });
      return `${certificateNumber(entry.id)} · ${amount} · ${cleanText(entry.project.name)}`;
    }
    case 'planting.recorded': {
      const amount = t('planting.trees', { trees: entry.trees });
      return `${cleanText(entry.reference)} · ${amount} · ${cleanText(entry.project.name)}`;
    }
    case 'certificate.withdrawn':
      return certificateNumber(entry.id);
    case 'credits.imported':
    case 'credits.retired':
      return `${cleanText(entry.serial)} · ${t('log.tonnes', { amount: rounded(entry.tonnes) })}`;
    case 'credits.allocated':
      return `${cleanText(entry.serials.join(', '))} · ${t('log.tonnes', { amount: rounded(entry.tonnes) })}`;
    case 'methodology.adopted':
      return 'name' in entry && typeof entry.name === 'string' ? cleanText(entry.name) : entry.id;
  }
}

/** The contract for programs is C2SP's, so a list of addresses is enough. */
const files = ({ t }: I18n): Html =>
  section(
    t('log.auditors'),
    html`<ul class="points">
      <li><a href="/log/checkpoint">${t('log.checkpoint')}</a></li>
      <li><a href="/log/key">${t('log.key')}</a></li>
      <li><a href="/log/checkpoints.atom">${t('log.feed')}</a></li>
    </ul>`,
  );
