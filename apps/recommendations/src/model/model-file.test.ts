import { expect, it } from 'vitest'
import { decodeModel, encodeModel } from './model-file.ts'
import { smallShop } from './shop.fixture.ts'
import { train } from './train.ts'

const OLDER_FORMAT = 'nashta-model-0\n'
const shop = smallShop(3, 40)
const model = train(shop)

it('a model file decodes to the encoded model', () => {
  expect(decodeModel(encodeModel(model))).toEqual(model)
})

it('a model file has the same bytes for the same interactions in another order', () => {
  const reversed = train({
    ...shop,
    interactions: shop.interactions.toReversed(),
    catalogue: shop.catalogue.toReversed(),
  })
  expect(Buffer.from(encodeModel(reversed)).equals(encodeModel(model))).toBe(true)
})

it('a model can be sent to another thread, as data and as bytes', () => {
  const bytes = encodeModel(model)
  const sent = structuredClone(bytes, { transfer: [bytes.buffer] })
  expect(structuredClone(model)).toEqual(model)
  expect(decodeModel(sent)).toEqual(model)
})

it('a model file contains no user id', () => {
  // An id would be in the JSON part, in quotes. Without the quotes, a short id may occur in the
  // numbers by chance.
  const text = Buffer.from(encodeModel(model)).toString('latin1')
  expect(shop.interactions.filter(({ userId }) => text.includes(`"${userId}"`))).toEqual([])
})

it.each([
  ['an empty file', new Uint8Array()],
  ['a file of another kind', Buffer.from('{"model": true}')],
  ['a file that was cut off', encodeModel(model).slice(0, -1)],
  [
    'an older format',
    Buffer.concat([Buffer.from(OLDER_FORMAT), encodeModel(model).subarray(OLDER_FORMAT.length)]),
  ],
])('decoding gives null for %s', (_case, bytes) => {
  expect(decodeModel(bytes)).toBeNull()
})

it('decoding gives null when one byte has changed, tried at about fifty places', () => {
  const bytes = encodeModel(model)
  for (let index = 0; index < bytes.length; index += Math.ceil(bytes.length / 50)) {
    const broken = bytes.slice()
    broken[index] = broken[index]! ^ 1
    expect(decodeModel(broken)).toBeNull()
  }
})
