// A separate process, so that its memory is that of certificates alone. Prints its measurements as JSON.
import { example } from './certificate-examples.mjs';

const { renderCertificatePdf } = await import(
  new URL('../../server/dist/http/pages/certificate-pdf/render-certificate.js', import.meta.url).href
);
const count = Number(process.argv[2]);
// Loads the fonts, compiles the code and lets the heap reach its size.
const warmUp = Math.ceil(count / 3);

const largest = { latin: 0, latinWithPlantings: 0, other: 0 };
for (let index = 0; index < warmUp; index++) await render(index);
const before = memoryInUse();
const cpu = process.cpuUsage();
const started = performance.now();
for (let index = warmUp; index < warmUp + count; index++) await render(index);
const clockMs = (performance.now() - started) / count;
const used = process.cpuUsage(cpu);
const after = memoryInUse();
const cpuMs = (used.user + used.system) / 1000 / count;
console.log(JSON.stringify({ cpuMs, clockMs, before, after, largest }));

// Without garbage, whose amount is random.
function memoryInUse() {
  globalThis.gc();
  return process.memoryUsage().rss;
}

async function render(index) {
  const { facts, i18n, isLatin } = example(index);
  const { length } = await renderCertificatePdf(facts, i18n);
  const latin = facts.coverage.plantingCount > 0 ? 'latinWithPlantings' : 'latin';
  const kind = isLatin ? latin : 'other';
  largest[kind] = Math.max(largest[kind], length);
}
