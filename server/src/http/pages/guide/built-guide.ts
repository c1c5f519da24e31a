import { readFile } from 'node:fs/promises';

/** The guide as `server/build/guide` writes it: the pages of `docs`, with their Markdown rendered. */
export interface BuiltGuide {
  readonly version: string;
  readonly groups: readonly GuideGroup[];
  readonly pages: readonly GuidePage[];
  /** Addresses of pictures, which are files next to this one. */
  readonly pictures: readonly string[];
  readonly samples: readonly { readonly address: string; readonly text: string }[];
}

/** A part of the navigation. */
export interface GuideGroup {
  readonly title: string;
  readonly pages: readonly GuideEntry[];
}

export interface GuideEntry {
  /** Its title is used if it has none. */
  readonly label?: string;
  readonly address: string;
  /** Addresses of the other pages of its folder. */
  readonly below: readonly string[];
}

export interface GuidePage {
  /** Below /docs/guide; the first page has none. */
  readonly address: string;
  /** Its file in the repository. */
  readonly file: string;
  /** The first one has the title of the page. */
  readonly sections: readonly GuideSection[];
}

export interface GuideSection {
  readonly id: string;
  readonly level: number;
  readonly title: string;
  /** The title as HTML. */
  readonly heading: string;
  /** HTML, and code that is not highlighted yet. */
  readonly parts: readonly (string | GuideCode)[];
}

export interface GuideCode {
  readonly language: string;
  readonly code: string;
}

export const guidePrefix = '/docs/guide';

export const guideAddress = (address: string): string =>
  address === '' ? guidePrefix : `${guidePrefix}/${address}`;

export const titleOf = ({ sections }: GuidePage): string => sections[0]?.title ?? '';

// The relative path is the same for sources and compiled files.
const folder = new URL('../../../../guide/', import.meta.url);

/** Reads the guide when it is first needed, and waits while it is still being built. */
export type GuideReader = () => Promise<BuiltGuide>;

export const createGuideReader = (isBuilt: Promise<void> = Promise.resolve()): GuideReader => {
  let guide: BuiltGuide | undefined;
  return async () => {
    await isBuilt;
    guide ??= JSON.parse(await readFile(new URL('guide.json', folder), 'utf8')) as BuiltGuide;
    return guide;
  };
};

export const readPicture = (address: string): Promise<Buffer> => readFile(new URL(address, folder));
