// Writes compressed copies next to the files of a folder, once and at the best level, so that the server never has to.
// `node scripts/compress.mjs dist`
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const SMALL = 1024;
/** Already compressed. */
const PACKED = /\.(br|gz|woff2|png|webp|jpg|mp3|ogg)$/;

function* files(folder) {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if (statSync(path).isDirectory()) yield* files(path);
    else yield path;
  }
}

const folder = process.argv[2];
if (!folder) {
  console.error('compress: name the folder, such as dist');
  process.exit(2);
}
let [count, plain, brotli] = [0, 0, 0];
for (const path of files(folder)) {
  const bytes = readFileSync(path);
  if (PACKED.test(path) || bytes.length <= SMALL) continue;
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: 11,
    [constants.BROTLI_PARAM_LGWIN]: 22,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  };
  const packed = brotliCompressSync(bytes, { params });
  writeFileSync(`${path}.br`, packed);
  writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }));
  [count, plain, brotli] = [count + 1, plain + bytes.length, brotli + packed.length];
}
console.log(`compressed ${count} files: ${plain >> 10} KiB, with Brotli ${brotli >> 10} KiB`);
