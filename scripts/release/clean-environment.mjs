/** Settings of npm, Node and a shell that could change what is built. npm would also read those of the npm that runs the script as its own. */
const changesBuilds = /^(npm_|node_|vite_|vitest|esbuild_|regrove_|babel_|forced?_color|no_color|lc_|lang)/i;
/** Where packages come from is the machine's business; their hashes are in the lock file. */
const isAboutRegistry =
  /^(npm_config_(registry|cache|userconfig|globalconfig|.*proxy|cafile)|node_extra_ca_certs)$/i;

/** The environment in which a release is built, the same wherever it is. */
export const cleanEnvironment = (env, { seconds }) => ({
  ...Object.fromEntries(
    Object.entries(env).filter(([name]) => isAboutRegistry.test(name) || !changesBuilds.test(name)),
  ),
  LC_ALL: 'C.UTF-8',
  SOURCE_DATE_EPOCH: String(seconds),
  TZ: 'UTC',
});
