/**
 * Writes the font files of packages/ui, subsets of the fonts in the npm packages. Run it by hand when a
 * character, an axis or a font's version changes: `node apps/web/fonts/subset.ts`. The files are committed.
 */
import { copyFile, readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import subsetFont from 'subset-font'

const OUTPUT = new URL('../../../packages/ui/src/fonts/', import.meta.url)
const OPENTYPE_FEATURES = ['kern', 'liga', 'mark', 'mkmk', 'ccmp', 'tnum']

const ascii = String.fromCharCode(...Array.from({ length: 95 }, (_, index) => 32 + index))
const latin = `${ascii}\u00a0°·×éèçñü–—‘’“”•…`
// ₹ and the ā of nāshtā are in the latin-ext files of the packages, so they are in separate files here too.
const rupee = '₹āĀ'

const frauncesAxes = {
  opsz: { min: 18, max: 144 },
  wght: { min: 400, max: 700 },
  SOFT: 100,
  WONK: 0,
}
const dmSansAxes = { wght: { min: 400, max: 700 } }

await writeSubset('fraunces/files/fraunces-latin-full-normal', 'fraunces-latin', latin, frauncesAxes)
await writeSubset('fraunces/files/fraunces-latin-ext-full-normal', 'fraunces-rupee', rupee, frauncesAxes)
await writeSubset('dm-sans/files/dm-sans-latin-wght-normal', 'dm-sans-latin', latin, dmSansAxes)
await writeSubset('dm-sans/files/dm-sans-latin-ext-wght-normal', 'dm-sans-rupee', rupee, dmSansAxes)
await copyFile(inPackage('fraunces/LICENSE'), new URL('fraunces-OFL.txt', OUTPUT))
await copyFile(inPackage('dm-sans/LICENSE'), new URL('dm-sans-OFL.txt', OUTPUT))

async function writeSubset(
  source: string,
  target: string,
  characters: string,
  variationAxes: typeof frauncesAxes | typeof dmSansAxes,
) {
  const face = await subsetFont(await readFile(inPackage(`${source}.woff2`)), characters, {
    targetFormat: 'woff2',
    variationAxes,
    keepFeatures: OPENTYPE_FEATURES,
    noHinting: true,
  })
  await writeFile(new URL(`${target}.woff2`, OUTPUT), face)
}

function inPackage(file: string) {
  return fileURLToPath(import.meta.resolve(`@fontsource-variable/${file}`))
}
