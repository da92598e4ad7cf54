import { expect, it } from 'vitest'
import { fileNameOf, FIRST_NAME, parseLetterMark, shopPicturePath, taglineOf } from './face.ts'

it.each([
  ['Asha Snacks', 'letter-a'],
  ['  ~Élan', 'letter-e'],
  ['24 Carat Mithai', 'letter-2'],
  ['मिठास', 'letter-none'],
  ['~ ~', 'letter-none'],
])('the mark of %s without a logo is %s', (tradeName, source) => {
  expect(shopPicturePath({ tradeName }, 'icon')).toBe(`/images/shop/raspberry/icon/${source}`)
  expect(parseLetterMark(source)).toBe(source.slice('letter-'.length))
})

it('a new shop has the pictures of the store, and a shop with a logo has its own', () => {
  expect(shopPicturePath({ tradeName: FIRST_NAME }, 'share')).toBe('/share.jpg')
  const shop = { tradeName: FIRST_NAME, logo: 'picture-0123456789.webp', colours: 'leaf' }
  expect(shopPicturePath(shop, 'apple')).toBe('/images/shop/leaf/apple/picture-0123456789.webp')
})

it('the texts about donuts belong to the first name, until the owner writes others', () => {
  expect(taglineOf({ tradeName: FIRST_NAME })).toBe('Donuts, chips, chocolates, nuts and treats')
  expect(taglineOf({ tradeName: 'Asha' })).toBe('')
  expect(taglineOf({ tradeName: FIRST_NAME, tagline: 'Only nuts' })).toBe('Only nuts')
})

it('a file that a shopper saves is named after the shop, with no character that a file name must not have', () => {
  expect(fileNameOf('my-data.json', 'Nashta')).toBe('nashta-my-data.json')
  expect(fileNameOf('my-data.json', 'Asha & Sons/../x')).toBe('asha-sons-x-my-data.json')
  expect(fileNameOf('my-data.json', '..')).toBe('my-data.json')
})
