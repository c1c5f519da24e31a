// What the packages of libvips, which reads pictures, contain: they say so in their README and in versions.json, but not where scanners look, and
// only those for one platform are installed. `libvips-parts.test.ts` compares this with those. Of the LGPL, the README chooses version 3. Of
// aom, the patent licence is left out, which asks for nothing.
import { part } from './part.js';

/** By the key in versions.json. */
const libraries = {
  aom: ['aom', 'BSD-2-Clause', 'aomedia:aomedia'],
  archive: ['libarchive', 'BSD-2-Clause', 'libarchive:libarchive'],
  cairo: ['cairo', 'MPL-1.1', 'cairographics:cairo'],
  cgif: ['cgif', 'MIT'],
  emscripten: ['emscripten', 'MIT'],
  exif: ['libexif', 'LGPL-3.0-or-later', 'libexif_project:libexif'],
  expat: ['expat', 'MIT', 'libexpat_project:libexpat'],
  ffi: ['libffi', 'MIT', 'libffi_project:libffi'],
  fontconfig: ['fontconfig', 'HPND-sell-variant', 'fontconfig_project:fontconfig'],
  freetype: ['freetype', 'FTL', 'freetype:freetype'],
  fribidi: ['fribidi', 'LGPL-3.0-or-later', 'gnu:fribidi'],
  glib: ['glib', 'LGPL-3.0-or-later', 'gnome:glib'],
  harfbuzz: ['harfbuzz', 'MIT', 'harfbuzz_project:harfbuzz'],
  heif: ['libheif', 'LGPL-3.0-or-later', 'struktur:libheif'],
  highway: ['highway', 'BSD-3-Clause'],
  imagequant: ['libimagequant', 'BSD-2-Clause'],
  lcms: ['lcms', 'MIT', 'littlecms:little_cms_color_engine'],
  // Its version is a commit, which no CPE has.
  mozjpeg: ['mozjpeg', 'Zlib AND IJG AND BSD-3-Clause'],
  // Part of libvips, without a version of its own.
  nsgif: ['libnsgif', 'MIT'],
  pango: ['pango', 'LGPL-3.0-or-later', 'gnome:pango'],
  pixman: ['pixman', 'MIT', 'pixman:pixman'],
  png: ['libpng', 'libpng-2.0', 'libpng:libpng'],
  'proxy-libintl': ['proxy-libintl', 'LGPL-3.0-or-later'],
  resvg: ['resvg', 'MIT'],
  rsvg: ['librsvg', 'LGPL-3.0-or-later', 'gnome:librsvg'],
  tiff: ['libtiff', 'libtiff', 'libtiff:libtiff'],
  uhdr: ['libultrahdr', 'MIT'],
  vips: ['libvips', 'LGPL-3.0-or-later', 'libvips:libvips'],
  webp: ['libwebp', 'BSD-3-Clause', 'webmproject:libwebp'],
  xml2: ['libxml2', 'MIT', 'xmlsoft:libxml2'],
  'zlib-ng': ['zlib-ng', 'Zlib'],
};

/** On every platform but WebAssembly, which has no text: it draws SVG with another library. */
const common = {
  aom: '3.15.1',
  cgif: '0.5.4',
  exif: '0.6.26',
  expat: '2.8.5',
  ffi: '3.8.0',
  glib: '2.90.0',
  heif: '1.23.5',
  highway: '1.4.0',
  imagequant: '2.4.1',
  lcms: '2.19.1',
  mozjpeg: '0826579',
  nsgif: undefined,
  png: '1.6.58',
  tiff: '4.7.2',
  uhdr: '2.0.2',
  vips: '8.18.7',
  webp: '1.6.0',
  'zlib-ng': '2.3.3',
};
const native = {
  ...common,
  archive: '3.8.9',
  cairo: '1.18.6',
  fontconfig: '2.18.3',
  freetype: '2.14.3',
  fribidi: '1.0.17',
  harfbuzz: '14.5.0',
  pango: '1.58.2',
  pixman: '0.46.4',
  'proxy-libintl': '0.5',
  rsvg: '2.63.2',
  xml2: '2.15.4',
};

/** On Windows and for WebAssembly, the packages of sharp itself contain them. */
const known = [
  { names: /^@img\/sharp-libvips-/, versions: { '1.3.4': native } },
  { names: /^@img\/sharp-win32-/, versions: { '0.35.5': native } },
  {
    names: /^@img\/sharp-wasm32$/,
    versions: { '0.35.5': { ...common, emscripten: '6.0.10', resvg: '0.48.1' } },
  },
];

/** The parts of a package of libvips; of any other package, none. */
export function libvipsParts(name, version) {
  const family = known.find(({ names }) => names.test(name));
  if (family === undefined) return [];
  const versions = family.versions[version];
  if (versions === undefined)
    throw new Error(
      `What ${name} ${version} contains is not known: add it to server/build/third-party/libvips-parts.js`,
    );
  return Object.keys(versions)
    .sort()
    .map((key) => {
      const [partName, license, product] = libraries[key];
      return part(partName, versions[key], license, product);
    });
}
