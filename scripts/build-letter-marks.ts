// Draws the letters of `packages/images/src/letters`, from which the store makes the mark of a shop
// without a logo: `node scripts/run.mjs scripts/build-letter-marks.ts`.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { sharp } from '@nashta/images/sharp'
import { chromium } from '@playwright/test'
import { findOrInstallBrowser } from './test-tools.ts'

const SIZE = 512
const LETTERS = [...'abcdefghijklmnopqrstuvwxyz0123456789'.split(''), 'none']
const folder = fileURLToPath(new URL('../packages/images/src/letters/', import.meta.url))
const font = readFileSync(new URL('../packages/ui/src/fonts/fraunces.woff2', import.meta.url), 'base64')

mkdirSync(folder, { recursive: true })
const executablePath = findOrInstallBrowser()
if (!executablePath) throw new Error('There is no browser to draw with')
const browser = await chromium.launch({ executablePath })
const page = await browser.newPage({ viewport: { width: SIZE, height: SIZE } })
// Centres the letter. The mark without a letter is a ring.
const DRAW = `async (text) => {
  const size = ${SIZE}
  const font = '700 ' + size * 0.72 + 'px F'
  await document.fonts.load(font)
  const canvas = document.querySelector('canvas')
  const context = canvas.getContext('2d')
  context.clearRect(0, 0, size, size)
  context.fillStyle = context.strokeStyle = '#fff'
  if (text === 'NONE') {
    context.lineWidth = size * 0.13
    context.arc(size / 2, size / 2, size * 0.2, 0, 2 * Math.PI)
    context.stroke()
  } else {
    context.font = font
    const box = context.measureText(text)
    const left = (size - box.actualBoundingBoxRight + box.actualBoundingBoxLeft) / 2
    const top = (size + box.actualBoundingBoxAscent - box.actualBoundingBoxDescent) / 2
    context.fillText(text, left, top)
  }
  return canvas.toDataURL('image/png')
}`
await page.setContent(`<style>
  @font-face { font-family: F; src: url(data:font/woff2;base64,${font}); font-weight: 100 900 }
  body { margin: 0 }
</style><canvas width="${SIZE}" height="${SIZE}"></canvas>`)

for (const letter of LETTERS) {
  const url = await page.evaluate<string>(`(${DRAW})('${letter.toUpperCase()}')`)
  const drawn = Buffer.from(url.slice(url.indexOf(',') + 1), 'base64')
  // Stores only the opacity, because the store draws the letter in the colours of the shop.
  const mask = await sharp(drawn).extractChannel('alpha').png({ palette: true, colours: 16 }).toBuffer()
  writeFileSync(`${folder}${letter}.png`, mask)
}
await browser.close()
