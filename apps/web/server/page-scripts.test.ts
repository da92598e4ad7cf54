import { hash } from 'node:crypto'
import { expect, it } from 'vitest'
import { prepareScripts } from './page-scripts.ts'

const PRELOAD = '<link rel="modulepreload" href="/a.js" nonce="n1"/>'
const MODULE = '<script nonce="n1" type="module" async="">import "/a.js"</script>'

// The starter is an inline script. It turns the inert tags back into a module script and preloads.
it('the module script and the preloads are inert, and the starter comes before the script', () => {
  const { content } = prepareScripts(`<head>${PRELOAD}</head><body>${MODULE}</body>`, 'n1')

  expect(content).toMatch(/^<head><link rel="late" href="\/a\.js"\/><\/head><body><script>\(\(\) => \{/)
  expect(content).toMatch(/<\/script><script type="late" async="">import "\/a\.js"<\/script><\/body>$/)
})

it('only inline scripts with the nonce of their page are hashed', () => {
  const foreign = '<script>alert(1)</script><script nonce="n2">alert(2)</script>'
  const own = '<script nonce="n1">own()</script><script nonce="n1" src="/own.js"></script>'
  const { content, hashes } = prepareScripts(PRELOAD + foreign + own + MODULE, 'n1')

  const [, ...hashesAfterStarter] = hashes
  expect(hashesAfterStarter).toEqual(
    ['own()', 'import "/a.js"'].map((script) => hash('sha256', script, 'base64')),
  )
  expect(content).toContain(`${foreign}<script>own()</script><script src="/own.js"></script>`)
})

it.each([
  ['without a module script', PRELOAD],
  ['without a preload', MODULE],
  ['with two module scripts', PRELOAD + MODULE + MODULE],
  ['whose tags have no nonce', (PRELOAD + MODULE).replaceAll(' nonce="n1"', '')],
])('a page %s throws an error that names the cause', (_case, page) => {
  expect(() => prepareScripts(page, 'n1')).toThrow('React Router renders <Scripts> in another way')
})
