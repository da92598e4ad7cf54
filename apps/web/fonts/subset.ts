/**
 * Writes the font files of app/styles/fonts, subsets of the fonts in the npm packages. Run it by hand when a
 * character, an axis or a version changes: `node apps/web/fonts/subset.ts`. The files are committed.
 */
import { copyFile, readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import subsetFont from 'subset-font'

const OUTPUT = new URL('../app/styles/fonts/', import.meta.url)
const OPENTYPE_FEATURES = ['kern', 'liga', 'mark', 'mkmk', 'ccmp', 'tnum']

const ascii = String.fromCharCode(...Array.from({ length: 95 }, (_, index) => 32 + index))
const latin = `${ascii}\u00a0°·×éèçñü–—‘’“”•…`
// As in the npm packages, the rupee sign is in a file of its own, here with the long vowel of nāshtā.
const rupee = '₹āĀ'

// The axes of the variable fonts: `display` for Fraunces, `text` for DM Sans.
const display = {
  opsz: { min: 18, max: 144 },
  wght: { min: 400, max: 700 },
  SOFT: 100,
  WONK: 0,
}
const text = { wght: { min: 400, max: 700 } }

await writeSubset('fraunces/files/fraunces-latin-full-normal.woff2', 'fraunces-latin.woff2', latin, display)
await writeSubset(
  'fraunces/files/fraunces-latin-ext-full-normal.woff2',
  'fraunces-rupee.woff2',
  rupee,
  display,
)
await writeSubset('dm-sans/files/dm-sans-latin-wght-normal.woff2', 'dm-sans-latin.woff2', latin, text)
await writeSubset('dm-sans/files/dm-sans-latin-ext-wght-normal.woff2', 'dm-sans-rupee.woff2', rupee, text)
await copyFile(inPackage('fraunces/LICENSE'), new URL('fraunces-OFL.txt', OUTPUT))
await copyFile(inPackage('dm-sans/LICENSE'), new URL('dm-sans-OFL.txt', OUTPUT))

async function writeSubset(
  source: string,
  target: string,
  characters: string,
  variationAxes: typeof display | typeof text,
) {
  const face = await subsetFont(await readFile(inPackage(source)), characters, {
    targetFormat: 'woff2',
    variationAxes,
    keepFeatures: OPENTYPE_FEATURES,
    noHinting: true,
  })
  await writeFile(new URL(target, OUTPUT), face)
}

function inPackage(file: string) {
  return fileURLToPath(import.meta.resolve(`@fontsource-variable/${file}`))
}
