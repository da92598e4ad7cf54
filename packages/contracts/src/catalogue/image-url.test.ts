import { expect, it } from 'vitest'
import { imageHost, isSafeImageUrl } from './image-url.ts'

it.each(['/images/donut.webp', '/images/donut.webp?w=400', 'https://images.example.com/donut.webp'])(
  'the picture URL %s is safe',
  (url) => {
    expect(isSafeImageUrl(url)).toBe(true)
  },
)

it.each([
  '',
  'images/donut.webp',
  '//evil.example/a.png',
  '/\\evil.example/a.png',
  '/\t/evil.example/a.png',
  '\n//evil.example/a.png',
  ' https://images.example.com/a.png',
  'http://images.example.com/a.png',
  'https://',
  'https://user:secret@images.example.com/a.png',
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'java\nscript:alert(1)',
  'data:image/svg+xml,<svg onload=alert(1)>',
  'blob:https://images.example.com/1',
])('the picture URL %j is not safe', (url) => {
  expect(isSafeImageUrl(url)).toBe(false)
})

it.each([
  ['', null],
  ['/images/donut.webp', null],
  ['/https://cdn.example/donut.webp', null],
  ['https://cdn.example/donut.webp?w=400', 'cdn.example'],
  ['https://CDN.example:443/donut.webp', 'cdn.example'],
  ['https://cdn.example:8443/donut.webp', 'cdn.example:8443'],
  ['https://cdn.example.evil.example/cdn.example', 'cdn.example.evil.example'],
])('the picture URL %j has the host %j', (url, host) => {
  expect(imageHost(url)).toBe(host)
})
