/**
 * While the API's image is built: deletes the packages that nothing needs at run time. `npm ci --omit=dev` keeps what is
 * merely a peer of something, such as the Prisma CLI and the TypeScript compiler, 300 MB in all.
 */
import { readFileSync, rmSync } from 'node:fs';
import { argv } from 'node:process';

const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'));
const needed = new Set();
for (const workspace of argv.slice(2)) visit(workspace);
for (const path of Object.keys(packages)) {
  if (path.includes('node_modules/') && !needed.has(path)) rmSync(path, { recursive: true, force: true });
}

function visit(path) {
  if (needed.has(path)) return;
  needed.add(path);
  const { link, resolved, dependencies, optionalDependencies } = packages[path];
  if (link) return visit(resolved);
  for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
    const found = lookUp(path, name);
    if (found) visit(found);
  }
}

/** Where Node would find a package that is asked for from `path`. */
function lookUp(path, name) {
  const steps = path.split('/node_modules/');
  const parents = steps.map((_, index) => steps.slice(0, steps.length - index).join('/node_modules/'));
  return [...parents.map((parent) => `${parent}/node_modules/${name}`), `node_modules/${name}`].find(
    (candidate) => candidate in packages,
  );
}
