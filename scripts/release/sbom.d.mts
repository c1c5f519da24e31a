export function sbom(
  root: string,
  release: {
    packages: readonly {
      workspace: string;
      name: string;
      version: string;
      description: string;
      sha256: string;
    }[];
    version: string;
    commit: string;
    time: Date;
    tools: Record<string, string>;
  },
): Promise<unknown>;
