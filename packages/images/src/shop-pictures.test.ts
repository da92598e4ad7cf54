import { COLOUR_SETS } from '@nashta/contracts/shop/colour-sets'
import { SHOP_PICTURES, type ShopPicture } from '@nashta/contracts/shop/face'
import { expect, it } from 'vitest'
import { sharp } from './sharp.ts'
import { makeFromLetter, makeFromLogo, parseShopPicture } from './shop-pictures.ts'

const PICTURES = Object.keys(SHOP_PICTURES) as ShopPicture[]

const logo = await sharp({ create: { width: 400, height: 100, channels: 4, background: '#0000ff' } })
  .webp({ lossless: true })
  .toBuffer()

it.each(PICTURES)(
  'the picture %s of a letter and of a wide logo has its size and format',
  async (picture) => {
    const { width, height, type } = SHOP_PICTURES[picture]
    for (const bytes of [await makeFromLetter('a', picture, 'leaf'), await makeFromLogo(logo, picture)]) {
      const made = await sharp(bytes).metadata()
      expect([made.width, made.height, `image/${made.format}`]).toEqual([width, height, type])
    }
  },
)

it('a letter has the colours of the shop, and a maskable icon has no transparent corner', async () => {
  const icon = await pixelsOf(await makeFromLetter('a', 'icon', 'leaf'))
  expect(icon.at(0, 0)[3]).toBe(0)
  expect(hex(icon.at(48, 6))).toBe(COLOUR_SETS.leaf.light.accent)
  const maskable = await pixelsOf(await makeFromLetter('none', 'maskable', 'plum'))
  expect(hex(maskable.at(0, 0))).toBe(COLOUR_SETS.plum.light.accent)
  expect(maskable.at(0, 0)[3]).toBe(255)
})

it('a logo lies whole within the circle to which phones cut an icon', async () => {
  const { at, size } = await pixelsOf(await makeFromLogo(logo, 'maskable'))
  const colours = new Set<string>()
  for (let y = 0; y < size; y += 4) {
    for (let x = 0; x < size; x += 4) {
      const isOutside = Math.hypot(x - size / 2, y - size / 2) > size * 0.4
      if (isOutside) colours.add(hex(at(x, y)))
    }
  }
  expect([...colours]).toEqual(['#fdf8ef'])
})

it.each([
  ['neon', 'icon', 'letter-a'],
  ['leaf', 'toString', 'letter-a'],
])('%s/%s/%s is no picture of a shop', (colours, picture, source) => {
  expect(parseShopPicture(colours, picture, source)).toBeNull()
})

async function pixelsOf(bytes: Buffer) {
  const { data, info } = await sharp(bytes).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  const at = (x: number, y: number) => data.subarray((y * info.width + x) * 4, (y * info.width + x) * 4 + 4)
  return { at, size: info.width }
}

function hex(pixel: Uint8Array) {
  return `#${Buffer.from(pixel.subarray(0, 3)).toString('hex')}`
}
