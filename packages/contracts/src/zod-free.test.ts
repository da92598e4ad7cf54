import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'

const SRC = import.meta.dirname
const RUNTIME_IMPORT = /^(?:import|export) (?!type )[^'=]*from '([^']+)'/gm

const pureModules = [
  'birth-date.ts',
  'cart-merge.ts',
  'cart-rules.ts',
  'constants.ts',
  'dates.ts',
  'email.ts',
  'guest-cart.ts',
  'image-url.ts',
  'money.ts',
  'order-display.ts',
  'order-status.ts',
  'phone.ts',
  'product-sort.ts',
  'purchases-of.ts',
  'recommended-products.ts',
  'session.ts',
  'sign-up-payload.ts',
  'storage-keys.ts',
  'user-view.ts',
  ...readdirSync(join(SRC, 'texts'))
    .filter((name) => !name.endsWith('.test.ts'))
    .map((name) => `texts/${name}`),
]

// A page that only formats a price must not download a schema library with it.
it.each(pureModules)('%s comes without zod', (module) => {
  expect([...packagesBehind(join(SRC, module))]).toEqual([])
})

it('would notice zod behind a module', () => {
  expect(packagesBehind(join(SRC, 'cart.ts'))).toContain('zod/mini')
})

function packagesBehind(file: string, seen = new Set<string>()): Set<string> {
  const packages = new Set<string>()
  if (seen.has(file)) return packages
  seen.add(file)

  for (const [, specifier = ''] of readFileSync(file, 'utf8').matchAll(RUNTIME_IMPORT)) {
    if (!specifier.startsWith('.')) packages.add(specifier)
    else for (const name of packagesBehind(join(dirname(file), specifier), seen)) packages.add(name)
  }
  return packages
}
