import { access, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { fingerprint, readStamp } from './fingerprint.mjs';
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

async function buildServer(folder, target) {
  const fromServer = createRequire(join(root, 'server', 'package.json'));
  const esbuild = fromServer('esbuild');
  const contracts = {
    name: 'contracts',
    setup(build) {
      // The contracts are ours and exist as source only; every other package stays where npm put it.
      build.onResolve({ filter: /^@prosa\/contracts\// }, ({ path }) => ({ path: fromServer.resolve(path) }));
    },
  };
  const result = await esbuild
    .build({
      absWorkingDir: root,
      entryPoints: ['server/src/main.ts', 'server/src/operations.ts', 'server/src/sheet-reader.ts'],
      // Where they will end up, so that the source maps' paths are right; they are written elsewhere first.
      outdir: target,
      write: false,
      bundle: true,
      // What is imported only when needed (S3, pictures) stays so: in one file, its packages would be read at every start.
      splitting: true,
      platform: 'node',
      target: 'node20',
      format: 'esm',
      packages: 'external',
      sourcemap: true,
      logLevel: 'silent',
      plugins: [contracts],
    })
    .catch((error) => {
      throw new Failure(`${error.message}\nThe server could not be built.`);
    })
    // Its helper process would otherwise live as long as we do, which is as long as the server runs.
    .finally(() => esbuild.stop());
  for (const file of result.outputFiles) await writeFile(join(folder, basename(file.path)), file.contents);
}
