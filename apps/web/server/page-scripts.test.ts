import { hash } from 'node:crypto'
import { expect, it } from 'vitest'
import { prepareScripts } from './page-scripts.ts'

const PRELOAD = '<link rel="modulepreload" href="/a.js" nonce="n1"/>'
const ENTRY = '<link rel="modulepreload" href="/entry.js" nonce="n1"/>'
const MODULE = '<script nonce="n1" type="module" async="">import "/a.js"\nimport("/entry.js");</script>'
const LATE = 'import "/a.js"\ndispatchEvent(new Event("routes"))'

// The starter is an inline script. It takes the preloads and the module script out of the template.
it('the module script and the preloads are inert, and the starter comes after them', () => {
  const { content } = prepareScripts(`<head>${PRELOAD}${ENTRY}</head><body>${MODULE}</body>`, 'n1')
  const links = (ENTRY + PRELOAD).replaceAll(' nonce="n1"', '')
  const template = `<template id="late-scripts">${links}<script type="module">${LATE}</script></template>`

  expect(content).toMatch(/^<head><\/head><body><template /)
  expect(content).toContain(`${template}<script>(() => {`)
  expect(content).toMatch(/\}\)\(\)<\/script><\/body>$/)
})

it('only inline scripts with the nonce of their page are hashed', () => {
  const foreign = '<script>alert(1)</script><script nonce="n2">alert(2)</script>'
  const own = '<script nonce="n1">own()</script><script nonce="n1" src="/own.js"></script>'
  const { content, hashes } = prepareScripts(PRELOAD + ENTRY + foreign + own + MODULE, 'n1')

  const [, ...hashesAfterStarter] = hashes
  expect(hashesAfterStarter).toEqual(['own()', LATE].map((script) => hash('sha256', script, 'base64')))
  expect(content).toContain(`${foreign}<script>own()</script><script src="/own.js"></script>`)
})

it.each([
  ['without a module script', ENTRY],
  ['without a preload of the entry', PRELOAD + MODULE],
  ['with two module scripts', ENTRY + MODULE + MODULE],
  ['without an entry', ENTRY + MODULE.replace(/import\(.*\);/, '')],
  ['whose tags have no nonce', (ENTRY + MODULE).replaceAll(' nonce="n1"', '')],
])('a page %s throws an error that names the cause', (_case, page) => {
  expect(() => prepareScripts(page, 'n1')).toThrow('React Router renders <Scripts> in another way')
})
