import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { brokenImportRules, folderCycles } from './check-imports.ts'
import { importCycles, readImports } from './import-graph.ts'

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'nashta-imports-'))
  write(
    'packages/contracts/package.json',
    '{ "name": "@nashta/contracts", "exports": { "./*": "./src/*.ts" } }',
  )
  write(
    'packages/service-kit/package.json',
    '{ "name": "@nashta/service-kit", "exports": { "./*": "./src/*.ts" } }',
  )
  write('packages/sqlite/package.json', '{ "name": "@nashta/sqlite", "exports": { "./*": "./src/*.ts" } }')
  write('apps/web/package.json', '{ "name": "@nashta/web", "exports": { "./*": "./server/*.ts" } }')
})
afterEach(() => rmSync(root, { recursive: true }))

function write(path: string, content: string) {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), content)
}

it.each([
  [
    'packages/contracts/src/cart/cart.ts',
    `import { x } from '@nashta/service-kit/x'`,
    'packages import downward only',
  ],
  [
    'packages/service-kit/src/a.ts',
    `import type { X } from '@nashta/web/x'`,
    'a package never imports an app',
  ],
  ['apps/shop-api/src/a.ts', `export { x } from '@nashta/web/x'`, 'apps never import apps, except the store'],
  [
    'apps/shop-api/src/a.ts',
    `await import('../../web/server/x.ts')`,
    'apps never import apps, except the store',
  ],
  [
    'packages/ui/src/button.tsx',
    `import { x } from '../../../apps/web/app/features/cart/x.ts'`,
    'a package never imports an app',
  ],
  [
    'packages/ui/src/price.tsx',
    `import { x } from '@nashta/contracts/money'`,
    'packages import downward only',
  ],
  [
    'apps/web/app/features/cart/a.tsx',
    `import { x } from '../home/x.ts'`,
    'features do not import each other',
  ],
  [
    'apps/desk/app/features/order/a.tsx',
    `import { x } from '../orders/x.ts'`,
    'features do not import each other',
  ],
  [
    'apps/desk/app/features/order/a.tsx',
    `import { x } from '../../routes/x.tsx'`,
    'a feature never imports a route',
  ],
  [
    'apps/web/app/features/cart/a.tsx',
    `import { x } from '../../routes/x.tsx'`,
    'a feature never imports a route',
  ],
  [
    'apps/shop-api/src/cart/port.ts',
    `import { x } from '../adapters/sqlite/x.ts'`,
    'only a composition chooses an adapter',
  ],
  [
    'apps/shop-api/src/adapters/sqlite/a.ts',
    `import { ServiceError } from '@nashta/service-kit/service-error'`,
    'an adapter has no text for shoppers and no error of its own',
  ],
  [
    'packages/outbox/src/sqlite-outbox.ts',
    `import { ServiceError } from '@nashta/service-kit/service-error'`,
    'an adapter has no text for shoppers and no error of its own',
  ],
  [
    'apps/shop-api/src/adapters/sqlite/a.ts',
    `import { X } from '@nashta/contracts/cart/cart-texts'`,
    'an adapter has no text for shoppers and no error of its own',
  ],
  [
    'apps/shop-api/src/cart/add.ts',
    `import { x } from './cart-routes.ts'`,
    'routes are imported by their app only',
  ],
  [
    'apps/shop-api/src/cart/add.ts',
    `import { x } from './cart.fixture.ts'`,
    'production code does not import test code',
  ],
  [
    'packages/contracts/src/cart/cart.ts',
    `import { readFile } from 'node:fs'`,
    'contracts import zod/mini only',
  ],
  ['apps/shop-api/src/a.ts', `import { x } from '../../../scripts/x.ts'`, 'only a script imports a script'],
  [
    'apps/web/app/routes/a.tsx',
    `import { x } from '../../server/x.ts'`,
    'does not import the server that renders it',
  ],
  ['apps/web/app/routes/a.tsx', `import { x } from '@nashta/service-kit/x'`, 'by contract only'],
  [
    'apps/shop-api/src/cart/add.ts',
    `import { x } from '@nashta/sqlite/database'`,
    'only an adapter imports its database',
  ],
  ['apps/store/src/a.ts', `import { x } from '../../../bench/src/x.ts'`, 'only scripts import'],
  ['packages/contracts/src/a.test.ts', `import { x } from '../../../prove/src/x.ts'`, 'only scripts import'],
  ['prove/src/a.ts', `import { x } from '../../e2e/support/x.ts'`, 'only scripts import'],
  ['bench/src/a.ts', `import { x } from '../../scripts/x.ts'`, 'only a script imports a script'],
])('%s may not import: %s', (file, source, reason) => {
  write(file, source)
  expect(brokenImportRules(readImports(root))).toEqual([expect.stringContaining(reason)])
})

it.each([
  ['apps/shop-api/src/main.ts', `import { x } from './adapters/sqlite/x.ts'`],
  ['apps/shop-api/src/adapters/sqlite/a.ts', `import { x } from '@nashta/sqlite/database'`],
  ['apps/shop-api/src/cart/cart.test.ts', `import { x } from '../adapters/sqlite/x.ts'`],
  ['apps/store/src/main.ts', `import { x } from '@nashta/web/create-app'`],
  ['packages/service-kit/src/a.ts', `import { x } from '@nashta/contracts/money'`],
  ['packages/contracts/src/cart/cart.ts', `import * as z from 'zod/mini'`],
  ['apps/web/app/features/cart/a.tsx', `import { x } from '../../../../../packages/ui/src/button.tsx'`],
  ['apps/web/app/routes/home.tsx', `import { x } from '../features/home/x.ts'`],
  ['apps/desk/app/features/order/a.tsx', `import { x } from './x.ts'`],
  ['apps/desk/app/features/order/b.tsx', `import { x } from '../../dialogs/x.ts'`],
  ['bench/src/a.ts', `import { x } from '@nashta/sqlite/database'`],
  ['prove/src/a.ts', `import { x } from '../../apps/shop-api/src/cart/cart.fixture.ts'`],
  ['scripts/a.ts', `import { x } from '../prove/src/x.ts'`],
])('%s may import: %s', (file, source) => {
  write(file, source)
  expect(readImports(root)).toHaveLength(1)
  expect(brokenImportRules(readImports(root))).toEqual([])
})

it('a cycle is listed file by file, also through type imports and package names', () => {
  write('packages/service-kit/src/a.ts', `import { b } from './b.ts'`)
  write('packages/service-kit/src/b.ts', `import type { C } from '@nashta/service-kit/c'`)
  write('packages/service-kit/src/c.ts', `export { a } from './a.ts'`)
  write('packages/service-kit/src/d.ts', `import { a } from './a.ts'`)

  const [a, b, c] = ['a', 'b', 'c'].map((name) => `packages/service-kit/src/${name}.ts`)
  expect(importCycles(readImports(root))).toEqual([`${a} → ${b} → ${c} → ${a}`])
})

it('folders that reach each other through their subfolders are a circle', () => {
  const shop = 'apps/shop-api/src'
  write(`${shop}/orders/routes/a.ts`, `import { b } from '../../payments/upi/b.ts'`)
  write(`${shop}/payments/upi/b.ts`, `import { c } from '../c.ts'`)
  write(`${shop}/payments/d.ts`, `import type { E } from '../orders/order/e.ts'`)
  const [orders, payments] = [`${shop}/orders`, `${shop}/payments`]
  expect(importCycles(readImports(root))).toEqual([])
  expect(folderCycles(readImports(root))).toEqual([`${payments} → ${orders} → ${payments}`])
})

it('a folder with its subfolders is no circle of folders, nor is a test that looks up', () => {
  const shop = 'apps/shop-api/src'
  write(`${shop}/payments/a.ts`, `import { b } from './upi/b.ts'`)
  write(`${shop}/payments/upi/b.ts`, `import { c } from '../c.ts'`)
  write(`${shop}/orders/d.ts`, `import { a } from '../payments/a.ts'`)
  write(`${shop}/payments/a.test.ts`, `import { d } from '../orders/d.ts'`)
  expect(folderCycles(readImports(root))).toEqual([])
})

it('two files that import the same file are no cycle', () => {
  write('packages/service-kit/src/a.ts', `import './b.ts'; import './c.ts'`)
  write('packages/service-kit/src/b.ts', `import './c.ts'`)
  write('packages/service-kit/src/c.ts', '')
  expect(importCycles(readImports(root))).toEqual([])
})
