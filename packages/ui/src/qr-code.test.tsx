import { renderToStaticMarkup } from 'react-dom/server'
import { encode } from 'uqr'
import { expect, it } from 'vitest'
import { QrCode } from './qr-code.tsx'

it('a QR code has an empty border of four modules on every side', () => {
  const markup = renderToStaticMarkup(<QrCode text="upi://pay?pa=nashta@bank" label="Pay" className="" />)
  const { data, size: codeSize } = encode('upi://pay?pa=nashta@bank', { ecc: 'M', border: 0 })
  const size = codeSize + 8
  expect(markup).toContain(`viewBox="0 0 ${size} ${size}"`)
  const drawn = Array.from(markup.matchAll(/M(\d+) (\d+)h1v1h-1z/g), ([, x, y]) => `${x} ${y}`)
  const black = data.flatMap((row, y) => row.flatMap((isBlack, x) => (isBlack ? `${x + 4} ${y + 4}` : [])))
  expect(drawn).toEqual(black)
})

it('a QR code is black on white in every colour scheme', () => {
  const markup = renderToStaticMarkup(<QrCode text="A" label="Code" className="" />)
  expect(markup).toMatch(/<path fill="#fff" d="M0 0h(\d+)v\1h-\1z"\/?>(<\/path>)?<path fill="#000" /)
})
