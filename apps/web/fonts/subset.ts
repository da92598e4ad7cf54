/**
 * Writes the font files of packages/ui, subsets of the fonts in the npm packages. Run it by hand when a
 * character, an axis or a font's version changes: `node apps/web/fonts/subset.ts`. The files are committed.
 * Each face is one file, because a second file would arrive after the first layout and cause another layout.
 */
import { execFileSync } from 'node:child_process'
import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import subsetFont from 'subset-font'

const OUTPUT = new URL('../../../packages/ui/src/fonts/', import.meta.url)
const OPENTYPE_FEATURES = ['kern', 'liga', 'mark', 'mkmk', 'ccmp', 'tnum']

/** The 95 printable characters, from the space to the tilde. */
const ascii = String.fromCharCode(...Array.from({ length: 95 }, (_, index) => 32 + index))
const latin = `${ascii}\u00a0°·×éèçñü–—‘’“”•…`
// The rupee sign and the ā of nāshtā. The npm packages have them in their latin-ext files.
const latinExt = '₹āĀ'

/** An axis with a range stays variable; an axis with one value is fixed to it. */
const frauncesAxes = {
  opsz: { min: 18, max: 144 },
  wght: { min: 400, max: 700 },
  SOFT: 100,
  WONK: 0,
}
const dmSansAxes = { wght: { min: 400, max: 700 } }

await writeFace('fraunces', 'full', frauncesAxes)
await writeFace('dm-sans', 'wght', dmSansAxes)
await copyFile(inPackage('fraunces/LICENSE'), new URL('fraunces-OFL.txt', OUTPUT))
await copyFile(inPackage('dm-sans/LICENSE'), new URL('dm-sans-OFL.txt', OUTPUT))

/** `axesInName` is the part of a file name in the npm package that says which axes the file has. */
async function writeFace(face: string, axesInName: string, axes: typeof frauncesAxes | typeof dmSansAxes) {
  const folder = await mkdtemp(join(tmpdir(), 'fonts-'))
  const [base, extra] = [join(folder, 'latin.woff2'), join(folder, 'latin-ext.woff2')]
  await writeFile(base, await subset(`${face}/files/${face}-latin-${axesInName}-normal.woff2`, latin, axes))
  await writeFile(
    extra,
    await subset(`${face}/files/${face}-latin-ext-${axesInName}-normal.woff2`, latinExt, axes),
  )
  const merge = fileURLToPath(new URL('merge.py', import.meta.url))
  execFileSync('python3', [merge, base, extra, fileURLToPath(new URL(`${face}.woff2`, OUTPUT))], {
    stdio: 'inherit',
  })
  await rm(folder, { recursive: true })
}

async function subset(
  source: string,
  characters: string,
  variationAxes: typeof frauncesAxes | typeof dmSansAxes,
) {
  return subsetFont(await readFile(inPackage(source)), characters, {
    targetFormat: 'woff2',
    variationAxes,
    keepFeatures: OPENTYPE_FEATURES,
    noHinting: true,
  })
}

function inPackage(file: string) {
  return fileURLToPath(import.meta.resolve(`@fontsource-variable/${file}`))
}
