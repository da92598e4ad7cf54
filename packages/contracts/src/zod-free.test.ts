import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'

const SRC = import.meta.dirname
/**
 * Matches `import … from 'x'` and `export … from 'x'`, but not imports of types. `[^'=]` leaves
 * out `export const`.
 */
const RUNTIME_IMPORT = /^(?:import|export) (?!type )[^'=]*from '([^']+)'/gm

/**
 * Pages import these modules where they need no schema. A page that only formats a price must not
 * download a schema library.
 */
const zodFreeModules = [
  'constants.ts',
  'dates.ts',
  'money.ts',
  'account/checks.ts',
  'api/shop-error.ts',
  'cart/cart-merge.ts',
  'cart/cart-rules.ts',
  'catalogue/image-url.ts',
  'delivery/delivery-fee.ts',
  'delivery/parse-pincode.ts',
  'delivery/delivery.ts',
  'orders/order-status.ts',
  ...globSync('*/*-texts.ts', { cwd: SRC }),
]

it.each(zodFreeModules)('%s imports no package, not even indirectly', (module) => {
  expect([...packagesImportedBy(join(SRC, module))]).toEqual([])
})

it('an indirect import of zod is detected', () => {
  expect(packagesImportedBy(join(SRC, 'cart/cart.ts'))).toContain('zod/mini')
})

function packagesImportedBy(file: string, seen = new Set<string>()): Set<string> {
  const packages = new Set<string>()
  if (seen.has(file)) return packages
  seen.add(file)

  for (const [, specifier = ''] of readFileSync(file, 'utf8').matchAll(RUNTIME_IMPORT)) {
    if (!specifier.startsWith('.')) packages.add(specifier)
    else for (const name of packagesImportedBy(join(dirname(file), specifier), seen)) packages.add(name)
  }
  return packages
}
