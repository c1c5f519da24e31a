/** What readers are told of a methodology, wherever its figures are. Null: not stated. */
export interface MethodologyOrigin {
  readonly name: string;
  readonly version: string | null;
  /** The day of this version, such as 2026-01-31. */
  readonly publishedOn: string | null;
  readonly source: string | null;
  readonly sourceUrl: string | null;
  /** As the source states it. */
  readonly uncertainty: string | null;
}

type MethodologyKey =
  | 'methodology.name'
  | 'methodology.version'
  | 'methodology.source'
  | 'methodology.uncertainty'
  | 'methodology.notStated';

/** Pages, PDFs and the dashboard have formats of their own. */
interface Texts {
  readonly t: (key: MethodologyKey, values?: Record<string, string>) => string;
  readonly day: (iso: string) => string;
}

/** Name, version and date, source, uncertainty: one text each. What is not stated is said not to be. */
export function methodologyTexts(
  { name, version, publishedOn, source, uncertainty }: MethodologyOrigin,
  { t, day }: Texts,
): string[] {
  const notStated = t('methodology.notStated');
  const edition = [
    ...(version === null ? [] : [t('methodology.version', { version })]),
    ...(publishedOn === null ? [] : [day(publishedOn)]),
  ];
  return [
    t('methodology.name', { name }),
    ...(edition.length === 0 ? [] : [edition.join(', ')]),
    t('methodology.source', { source: source ?? notStated }),
    t('methodology.uncertainty', { uncertainty: uncertainty ?? notStated }),
  ];
}
