/* global document, Intl */
import { isKnownEntry, LogError, readCertificateFile, verifyProof } from '@regrove/verify';
import { cleanText } from '../../../platform/text/clean-text.ts';
import { certificateNumber } from '../certificate-number.ts';

// Checks a file as soon as it is chosen, and again when a name or a key was entered. Nothing is sent anywhere.

const element = (id) => document.getElementById(id);
const [fileInput, nameInput, keyInput, drop, result] = ['file', 'name', 'key', 'drop', 'result'].map(element);
const texts = element('texts').content;
const text = (name) => texts.querySelector(`[data-text='${name}']`).textContent;
const { lang } = document.documentElement;
const maxFileBytes = 33 * 1024 * 1024;

const make = (tag, content, attributes = {}) => {
  const made = document.createElement(tag);
  made.append(...[content].flat());
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  return made;
};

const number = (value) => new Intl.NumberFormat(lang, { maximumFractionDigits: 6 }).format(value);
// As on certificates: by default, Thai would use the Buddhist calendar.
const utc = { timeZone: 'UTC', calendar: 'gregory', dateStyle: 'long' };
const day = (date) => new Intl.DateTimeFormat(lang, utc).format(new Date(date));
const moment = (time) => new Intl.DateTimeFormat(lang, { ...utc, timeStyle: 'long' }).format(new Date(time));

/** What the log has, as pairs of a term and a value. */
const factsOf = ({ entry, checkpoint, index }) => [
  ...(isKnownEntry(entry) && entry.type === 'certificate.issued'
    ? [
        ['number', certificateNumber(entry.id)],
        ['trees', number(entry.trees)],
        ['pages', number(entry.pages)],
        ['date', day(entry.date)],
        ['project', entry.project.name],
        ['issued', moment(entry.at)],
        ['methodology', entry.methodology ?? '–'],
      ]
    : [['log', JSON.stringify(entry)]]),
  ['log', checkpoint.origin],
  ['index', number(index)],
  ['size', number(checkpoint.size)],
];

/** The outcome: `state`, why, what is known, and what nobody should conclude from it. */
const judge = ({ verdict, points, ...found }, isPdf) => {
  const is = (point, state, code) =>
    points[point].state === state && (code === undefined || points[point].code === code);
  const reasons = (...pairs) => pairs.filter(([holds]) => holds).map(([, reason]) => reason);
  if (is('format', 'wrong') && !isPdf) return { state: 'unproven', reasons: ['notProof'] };
  if (verdict === 'wrong')
    return {
      state: 'wrong',
      reasons: [
        'wrongText',
        ...reasons(
          [is('signature', 'wrong'), 'badSignature'],
          [['format', 'inclusion', 'entry'].some((point) => is(point, 'wrong')), 'altered'],
        ),
      ],
    };
  if (verdict === 'incomplete')
    return {
      state: 'unproven',
      reasons: reasons(
        [is('format', 'not-shown'), 'noProof'],
        [is('signature', 'not-shown', 'unknown-key'), 'otherKey'],
        [is('inclusion', 'not-shown', 'no-entry') && is('signature', 'shown'), 'noEntry'],
      ),
    };
  return {
    state: 'proven',
    // The file is right even if it is somebody else's.
    reasons: [
      'provenText',
      ...reasons([is('name', 'wrong'), 'otherName'], [is('name', 'shown'), 'nameProven']),
    ],
    facts: factsOf(found),
    caveats: reasons(
      [is('name', 'not-shown', 'no-name'), 'nameUnchecked'],
      [is('name', 'not-shown', 'no-salt'), 'noSalt'],
      [isPdf, 'print'],
      [true, 'withdrawn'],
      [true, 'witnesses'],
    ),
  };
};

const codes = { 'malformed-key': 'badKey', unsupported: 'unsupported' };

/**
 * What is known of the name: as it was entered, as certificates print names, or with marks apart from their letters. What is copied
 * from a PDF has another form than what was typed into the account.
 */
const checkName = async (asked, entered) => {
  const clean = cleanText(entered);
  let point;
  for (const name of new Set([entered.trim(), clean, clean.normalize('NFD')])) {
    point = (await verifyProof({ ...asked, name: name || undefined })).points.name;
    if (point.state === 'shown') break;
  }
  return point;
};

const examine = async (file) => {
  try {
    if (file.size > maxFileBytes) return { state: 'unproven', reasons: ['unreadable'] };
    const bytes = new Uint8Array(await file.arrayBuffer());
    const parts = await readCertificateFile(bytes);
    const asked = { ...parts, keys: [keyInput.value.trim()] };
    const verified = await verifyProof(asked);
    verified.points.name = await checkName(asked, nameInput.value);
    return judge(verified, parts.proof !== bytes);
  } catch (error) {
    const reason = (error instanceof LogError && codes[error.code]) || 'unreadable';
    return { state: 'unproven', reasons: [reason] };
  }
};

const aboutName = new Set(['otherName', 'nameProven']);

const show = (file, { state, reasons, facts = [], caveats = [] }) => {
  keyInput.setAttribute('aria-invalid', String(reasons.includes('badKey')));
  const parts = [
    make('h2', text(state)),
    make('p', file.name, { class: 'file', dir: 'auto' }),
    ...reasons.map((reason) => make('p', text(reason), aboutName.has(reason) ? { class: reason } : {})),
    ...(facts.length > 0
      ? [
          make(
            'dl',
            facts.map(([term, value]) =>
              make('div', [make('dt', text(term)), make('dd', value, { dir: 'auto' })]),
            ),
          ),
        ]
      : []),
    ...(caveats.length > 0
      ? [
          make(
            'ul',
            caveats.map((caveat) => make('li', text(caveat))),
          ),
        ]
      : []),
  ];
  result.replaceChildren(make('section', parts, { class: `card result ${state}` }));
};

let newest = 0;
const check = async () => {
  const [file] = fileInput.files;
  const own = ++newest;
  if (!file) return result.replaceChildren();
  const outcome = await examine(file);
  // Another one may have been chosen since.
  if (own === newest) show(file, outcome);
};

fileInput.addEventListener('change', check);
// Half a name is another name: only a whole one is checked. What was said about the former one is not left beside it.
nameInput.addEventListener('change', check);
nameInput.addEventListener('input', () => result.querySelector('.nameProven, .otherName')?.remove());
keyInput.addEventListener('change', check);
keyInput.addEventListener('input', () => result.replaceChildren());
// A file that misses the field must not replace the page.
for (const type of ['dragover', 'drop']) document.addEventListener(type, (event) => event.preventDefault());
drop.addEventListener('dragover', () => drop.classList.add('over'));
drop.addEventListener('dragleave', () => drop.classList.remove('over'));
drop.addEventListener('drop', (event) => {
  drop.classList.remove('over');
  fileInput.files = event.dataTransfer.files;
  void check();
});
element('form').hidden = false;
