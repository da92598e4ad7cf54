import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '@nashta/sqlite/database'
import { expect, it, onTestFinished } from 'vitest'
import { shopMigrations } from './migrations.ts'
import { createPurchaseAttempts } from './purchase-attempts.ts'

const now = () => new Date('2026-03-01T00:00:00Z')

it('attempts that had rows of their own still lead to their orders', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'nashta-attempts-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const path = join(folder, 'shop.sqlite')
  const old = openDatabase({ path, migrations: shopMigrations.slice(0, 6), now })
  for (const id of ['keyed', 'keyless', 'declined']) {
    old.connection.exec(`
      INSERT INTO orders VALUES ('${id}', 'asha', NULL, 'placed', 'CONFIRMED', 'PROCESSING', '', '', '[]', 1, 0, 100,
        '{}', '{}', '2026-01-01T00:00:00.000Z', '2026-01-06T00:00:00.000Z')
    `)
  }
  old.connection.exec(`
    INSERT INTO purchaseAttempts VALUES
      ('asha', 'key:1', 'print', 'keyed', '2026-01-01', NULL, NULL),
      ('asha', 'cart:4:keyless', 'print', 'keyless', '2026-01-01', 4, 5)
  `)
  await old.close()

  const database = openDatabase({ path, migrations: shopMigrations, now })
  const attempts = createPurchaseAttempts(database.connection)
  const asha = { userId: 'asha', fingerprint: 'print' }
  expect(attempts.find({ ...asha, key: 'key:1', cartVersion: 9 })).toBe('keyed')
  expect(() => attempts.find({ ...asha, key: 'key:1', fingerprint: 'other', cartVersion: 9 })).toThrow(
    'another order',
  )
  expect([4, 5, 6].map((cartVersion) => attempts.find({ ...asha, key: undefined, cartVersion }))).toEqual([
    'keyless',
    'keyless',
    null,
  ])
  await database.close()
})
