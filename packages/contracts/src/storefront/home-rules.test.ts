import { expect, it } from 'vitest'
import { FIRST_HOME, titleLines } from './home-rules.ts'
import { homeInputSchema } from './home.ts'

it.each([
  ['Delicious Donuts', ['Delicious', 'Donuts']],
  ['Gourmet Potato Chips', ['Gourmet', 'Potato Chips']],
  ['Mixed Nuts & Treats', ['Mixed Nuts', '& Treats']],
  ['Diwali', ['Diwali', '']],
])('the title %s has the lines %j', (title, lines) => {
  expect(titleLines(title)).toEqual(lines)
})

it('the first home page is one that an operator could publish', () => {
  expect(homeInputSchema.parse(FIRST_HOME)).toEqual(FIRST_HOME)
})

it.each([
  'https://evil.example/',
  '//evil.example',
  '/\\evil.example',
  'javascript:hit()',
  'collections',
  '/a b',
  '/\u0009/x',
])('a slide cannot lead to %j', (to) => {
  const slides = [{ title: 'A', text: 'B', to }]
  expect(homeInputSchema.safeParse({ ...FIRST_HOME, slides }).success).toBe(false)
})
