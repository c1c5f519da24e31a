import en from './catalogues/en.json' with { type: 'json' };
import de from './catalogues/de.json' with { type: 'json' };
import es from './catalogues/es.json' with { type: 'json' };
import fr from './catalogues/fr.json' with { type: 'json' };
import id from './catalogues/id.json' with { type: 'json' };
import it from './catalogues/it.json' with { type: 'json' };
import ja from './catalogues/ja.json' with { type: 'json' };
import ko from './catalogues/ko.json' with { type: 'json' };
import ms from './catalogues/ms.json' with { type: 'json' };
import pt from './catalogues/pt.json' with { type: 'json' };
import th from './catalogues/th.json' with { type: 'json' };
import zhCN from './catalogues/zh-CN.json' with { type: 'json' };
import zhTW from './catalogues/zh-TW.json' with { type: 'json' };
import type { Locale } from './locales.js';

/** English is the source: every other language has the same keys. What ends in `.classic` is chosen by the profile (see claims.ts). */
export type MessageKey = Exclude<keyof typeof en, `${string}.classic`>;

export const catalogues: Readonly<Record<Locale, Readonly<Record<MessageKey, string>>>> = {
  en,
  de,
  es,
  fr,
  id,
  it,
  ja,
  ko,
  ms,
  pt,
  th,
  'zh-CN': zhCN,
  'zh-TW': zhTW,
};
