import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { openCertificateBrowser } from './support/certificate-browser.mjs';
import { example, locales } from './support/certificate-examples.mjs';
import { renderCertificatePdf } from './support/compiled-server.mjs';
import { timeAlternating } from './support/rounds.mjs';
import { count, kilobytes, megabytes, milliseconds } from './support/table.mjs';

const maxMs = 10;
const minPerSecond = 100;
const growth = 1.1;
const maxBytes = { latin: 31_000, latinWithPlantings: 35_000, other: 60_000 };
const script = fileURLToPath(new URL('support/certificate-process.mjs', import.meta.url));

/** Certificates as PDF in all locales in turn, compared with a headless browser that prints the same page. */
export async function measureCertificates({ sizes }) {
  const { certificates, certificateTurns } = sizes;
  const output = execFileSync(process.execPath, ['--expose-gc', script, String(certificates)], {
    encoding: 'utf8',
  });
  const { cpuMs, clockMs, before, after, largest } = JSON.parse(output);

  const browser = await openCertificateBrowser();
  let index = 0;
  let browserBytes = 0;
  const ours = ({ facts, i18n }) => renderCertificatePdf(facts, i18n);
  for (; index < certificates / 10; index++) await ours(example(index));
  const { oursMs, otherMs, ratio } = await timeAlternating(
    () => ours(example(++index)),
    // The same certificate, as a page.
    async () => {
      browserBytes = Math.max(browserBytes, (await browser.render(example(index))).length);
    },
    certificateTurns,
  );
  await browser.close();

  const inBrowser = 'a headless browser that stays open';
  const sizeOf = (kind, what) => ({
    what: `largest certificate, ${what}`,
    ours: kilobytes(largest[kind]),
    other: kilobytes(browserBytes),
    otherIs: inBrowser,
    ratio: largest[kind] / browserBytes,
    bar: `under ${maxBytes[kind] / 1000} kB`,
    holds: largest[kind] < maxBytes[kind],
  });
  return [
    {
      what: `a certificate as PDF, ${locales.length} locales in turn`,
      ours: milliseconds(oursMs),
      other: milliseconds(otherMs),
      otherIs: inBrowser,
      ratio,
      bar: `under ${maxMs} ms`,
      holds: oursMs < maxMs,
    },
    {
      what: `certificates per second of one core, ${count(certificates)} of them`,
      ours: `${(1000 / cpuMs).toFixed(0)} /s`,
      other: `${(1000 / clockMs).toFixed(0)} /s`,
      otherIs: 'the same by the clock',
      ratio: clockMs / cpuMs,
      bar: `at least ${minPerSecond} /s`,
      holds: 1000 / cpuMs >= minPerSecond,
    },
    {
      what: `memory after ${count(certificates)} more certificates`,
      ours: megabytes(after),
      other: megabytes(before),
      otherIs: 'before them',
      ratio: after / before,
      bar: `the same (up to ${growth})`,
      holds: after / before <= growth,
    },
    sizeOf('latin', 'Latin letters'),
    sizeOf('latinWithPlantings', 'Latin letters, with a page of plantings'),
    sizeOf('other', 'other scripts'),
  ];
}
