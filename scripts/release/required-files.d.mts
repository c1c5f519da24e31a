export function missingFiles(manifest: object, tarball: string): string[];
