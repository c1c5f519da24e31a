/* global document, Intl */
import { LogError, readCertificateFile, verifyProof } from '@regrove/verify';
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

/** What the log has, as pairs of a term and a value. Only PDFs have an entry, and theirs is of a certificate, or not proven. */
const factsOf = ({ entry, checkpoint, index }) => [
  ['number', certificateNumber(entry.id)],
  ['trees', number(entry.trees)],
  ['pages', number(entry.pages)],
  ['date', day(entry.date)],
  ['project', entry.project.name],
  ['issued', moment(entry.at)],
  ['methodology', entry.methodology ?? '–'],
  ['log', checkpoint.origin],
  ['index', number(index)],
  ['size', number(checkpoint.size)],
];

/** The outcome: `state`, why, what is known, and what nobody should conclude from it. */
const judge = ({ verdict, checks, ...found }, { isPdf, hasFormerKey }) => {
  const is = (name, state, code) =>
    checks[name].state === state && (code === undefined || checks[name].code === code);
  const reasons = (...pairs) => pairs.filter(([holds]) => holds).map(([, reason]) => reason);
  if (is('format', 'wrong') && !isPdf) return { state: 'unproven', reasons: ['notProof'] };
  if (verdict === 'wrong')
    return {
      state: 'wrong',
      reasons: [
        'wrongText',
        ...reasons(
          [is('signature', 'wrong'), 'badSignature'],
          [is('entry', 'wrong', 'other-entry'), 'otherEntry'],
          [
            ['format', 'inclusion', 'entry'].some(
              (name) => is(name, 'wrong') && !is(name, 'wrong', 'other-entry'),
            ),
            'altered',
          ],
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
        [is('entry', 'not-shown', 'unknown-entry'), 'newerEntry'],
      ),
    };
  return {
    state: 'proven',
    // The file is right even if it is somebody else's.
    reasons: [
      'provenText',
      ...reasons(
        [hasFormerKey, 'formerKey'],
        [is('name', 'wrong'), 'otherName'],
        [is('name', 'shown'), 'nameProven'],
      ),
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

const listed = (keys) => keys.split(' ').filter(Boolean);

const examine = async (file) => {
  try {
    if (file.size > maxFileBytes) return { state: 'unproven', reasons: ['unreadable'] };
    const bytes = new Uint8Array(await file.arrayBuffer());
    const parts = await readCertificateFile(bytes);
    // A key that was entered is the only one that counts.
    const isOwnKey = keyInput.value === keyInput.defaultValue;
    const { present, former } = keyInput.dataset;
    let asked = { ...parts, keys: [keyInput.value.trim(), ...(isOwnKey ? listed(present) : [])] };
    let verified = await verifyProof(asked);
    const hasFormerKey = isOwnKey && verified.checks.signature.code === 'unknown-key';
    if (hasFormerKey) {
      asked = { ...parts, keys: listed(former) };
      verified = await verifyProof(asked);
    }
    // Apart from the verdict: whose certificate it is says nothing about whether it is right.
    const named = await verifyProof({ ...asked, name: nameInput.value.trim() || undefined });
    verified.checks.name = named.checks.name;
    return judge(verified, { isPdf: parts.proof !== bytes, hasFormerKey });
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
