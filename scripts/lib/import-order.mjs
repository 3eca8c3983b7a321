// Which folder may import which. A folder with an `order.json` states the order of its sub-folders, lowest first ('.' stands for the
// files that lie in it directly): what stands lower never imports what stands higher, so there are no circles. Tests are free.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';

const isSource = (name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name);
const imported = /\b(?:from|import|new URL)\s*\(?\s*(['"])(\.{1,2}\/[^'"?]+)(?:\?[^'"]*)?\1/g;

/** Everything that is wrong under these folders, a line each. */
export function checkImportOrder(roots) {
  return roots.filter(existsSync).flatMap((root) => {
    const names = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) => !name.split(sep).includes('node_modules'));
    const files = names.filter(isSource).map((name) => join(root, name));
    const trees = names.filter((name) => name.split(sep).at(-1) === 'order.json').map((name) => dirname(join(root, name)));
    return trees.flatMap((tree) =>
      checkTree(
        tree,
        files.filter((file) => isInside(tree, file)),
      ),
    );
  });
}

function checkTree(tree, files) {
  const stated = `${show(tree)}/order.json`;
  const order = JSON.parse(readFileSync(join(tree, 'order.json'), 'utf8'));
  const folders = [...new Set(files.map((file) => folderOf(tree, file)))];
  const nameOf = (folder) => (folder === '.' ? show(tree) : folder);
  return [
    ...folders.filter((folder) => !order.includes(folder)).map((folder) => `${nameOf(folder)} has no place in ${stated}`),
    ...order.filter((folder) => !folders.includes(folder)).map((folder) => `${folder} is named in ${stated} and is not there`),
    ...order.filter((folder, place) => order.indexOf(folder) !== place).map((folder) => `${folder} is named twice in ${stated}`),
    ...files.flatMap((file) => {
      const low = folderOf(tree, file);
      return importsOf(file)
        .filter((target) => isInside(tree, target) && order.indexOf(folderOf(tree, target)) > order.indexOf(low))
        .map(
          (target) => `${show(file)} imports ${show(target)}: ${nameOf(folderOf(tree, target))} stands above ${nameOf(low)} (${stated})`,
        );
    }),
  ];
}

const importsOf = (file) => [...readFileSync(file, 'utf8').matchAll(imported)].map(([, , target]) => resolve(dirname(file), target));
const isInside = (tree, file) => file.startsWith(tree + sep);
const show = (path) => relative(process.cwd(), path).split(sep).join('/');

/** The sub-folder of the tree that a file belongs to, at whatever depth it lies there. */
function folderOf(tree, file) {
  const [first, ...rest] = relative(tree, file).split(sep);
  return rest.length === 0 ? '.' : first;
}
