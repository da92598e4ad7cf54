import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { COLOUR_SET_NAMES, COLOUR_SETS, coloursOf } from './colour-sets.ts'

const read = (path: string) => readFileSync(new URL(`../../../../${path}`, import.meta.url), 'utf8')
const TOKENS = tokensOf(read('packages/ui/src/tokens.css'))
const DARK_TOKENS = { ...TOKENS, ...tokensOf(read('apps/desk/app/app.css')) }

/** The tokens that pages put on each other: text of normal size needs 4.5 to 1. */
const TEXT_MIN = 4.5
/** Borders, icons and outlines need 3 to 1. */
const SHAPE_MIN = 3

it.each(COLOUR_SET_NAMES)('the colours %s can be read on light pages and on the dark desk', (name) => {
  const { light, dark, ground } = COLOUR_SETS[name]
  const pages = [
    { ...light, tokens: TOKENS },
    { ...dark, tokens: DARK_TOKENS },
  ]
  for (const { accent, deep, tint, tokens } of pages) {
    for (const paper of [tokens['paper'], tokens['paper-deep'], tokens['white']]) {
      expect(contrast(accent, paper)).toBeGreaterThanOrEqual(TEXT_MIN)
      expect(contrast(deep, paper)).toBeGreaterThanOrEqual(TEXT_MIN)
    }
    // Buttons: the text is paper or white.
    expect(contrast(tokens['white'], accent)).toBeGreaterThanOrEqual(TEXT_MIN)
    expect(contrast(tokens['paper'], accent)).toBeGreaterThanOrEqual(TEXT_MIN)
    expect(contrast(tokens['white'], deep)).toBeGreaterThanOrEqual(TEXT_MIN)
    expect(contrast(deep, tint)).toBeGreaterThanOrEqual(TEXT_MIN)
    expect(contrast(tokens['ink'], tint)).toBeGreaterThanOrEqual(TEXT_MIN)
    expect(contrast(accent, tint)).toBeGreaterThanOrEqual(SHAPE_MIN)
  }
  // The footer.
  for (const text of [TOKENS['paper'], TOKENS['cocoa-soft'], light.tint])
    expect(contrast(text, ground)).toBeGreaterThanOrEqual(TEXT_MIN)
})

it.each(COLOUR_SET_NAMES)('the style sheets have the colours %s of the table', (name) => {
  const { light, dark, ground } = COLOUR_SETS[name]
  const isFirst = name === COLOUR_SET_NAMES[0]
  const lightTokens = isFirst ? TOKENS : tokensOf(ruleOf(read('packages/ui/src/colour-sets.css'), name))
  const darkTokens = isFirst ? DARK_TOKENS : tokensOf(ruleOf(read('apps/desk/app/dark-colours.css'), name))
  expect(lightTokens).toMatchObject({ ...asTokens(light), cocoa: ground })
  expect(darkTokens).toMatchObject(asTokens(dark))
})

it('colours that this release does not know count as the default', () => {
  expect(coloursOf({ colours: 'neon' })).toBe('raspberry')
  expect(coloursOf({ colours: 'constructor' })).toBe('raspberry')
  expect(coloursOf(null)).toBe('raspberry')
})

function asTokens({ accent, deep, tint }: { accent: string; deep: string; tint: string }) {
  return { raspberry: accent, 'raspberry-deep': deep, 'raspberry-tint': tint }
}

function ruleOf(css: string, name: string) {
  const start = css.indexOf(`:root[data-colours='${name}']`)
  return start < 0 ? '' : css.slice(start, css.indexOf('}', start))
}

function tokensOf(css: string): Record<string, string> {
  const found = css.matchAll(/--color-([a-z-]+): (#[0-9a-f]{3,6});/g)
  return Object.fromEntries(Array.from(found, ([, name, value]) => [name, value]))
}

/** The contrast ratio of WCAG 2. */
function contrast(first = '', second = '') {
  const [darker = 0, lighter = 0] = [luminance(first), luminance(second)].toSorted((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}

function luminance(hex: string) {
  const digits = hex.length === 4 ? Array.from(hex.slice(1), (digit) => digit + digit).join('') : hex.slice(1)
  const [red = 0, green = 0, blue = 0] = [0, 2, 4].map((at) => {
    const part = Number.parseInt(digits.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
