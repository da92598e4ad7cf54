/**
 * Cuts the faces of app/styles/fonts from the packages of the registry. Run it by hand when a
 * character, an axis or a version changes: `node apps/web/fonts/subset.ts`. The cuts are committed.
 */
import { copyFile, readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import subsetFont from 'subset-font'

const OUTPUT = new URL('../app/styles/fonts/', import.meta.url)
const KEPT_FEATURES = ['kern', 'liga', 'mark', 'mkmk', 'ccmp', 'tnum']

const ascii = String.fromCharCode(...Array.from({ length: 95 }, (_, index) => 32 + index))
const latin = `${ascii}\u00a0°·×éèçñü–—‘’“”•…`
// The registry keeps the rupee sign apart from plain Latin; so do we, with the long vowel of nāshtā.
const rupee = '₹āĀ'

const display = {
  opsz: { min: 18, max: 144 },
  wght: { min: 400, max: 700 },
  SOFT: 100,
  WONK: 0,
}
const text = { wght: { min: 400, max: 700 } }

await cut('fraunces/files/fraunces-latin-full-normal.woff2', 'fraunces-latin.woff2', latin, display)
await cut('fraunces/files/fraunces-latin-ext-full-normal.woff2', 'fraunces-rupee.woff2', rupee, display)
await cut('dm-sans/files/dm-sans-latin-wght-normal.woff2', 'dm-sans-latin.woff2', latin, text)
await cut('dm-sans/files/dm-sans-latin-ext-wght-normal.woff2', 'dm-sans-rupee.woff2', rupee, text)
await copyFile(packaged('fraunces/LICENSE'), new URL('fraunces-OFL.txt', OUTPUT))
await copyFile(packaged('dm-sans/LICENSE'), new URL('dm-sans-OFL.txt', OUTPUT))

async function cut(
  source: string,
  target: string,
  characters: string,
  variationAxes: typeof display | typeof text,
) {
  const face = await subsetFont(await readFile(packaged(source)), characters, {
    targetFormat: 'woff2',
    variationAxes,
    keepFeatures: KEPT_FEATURES,
    noHinting: true,
  })
  await writeFile(new URL(target, OUTPUT), face)
}

function packaged(file: string) {
  return fileURLToPath(import.meta.resolve(`@fontsource-variable/${file}`))
}
