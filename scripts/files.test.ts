import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readSettings } from '@nashta/service-kit/process/settings'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { readImport, writeExport } from './files.ts'

const now = () => new Date('2026-11-19T06:30:00Z')

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'nashta-files-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

it('a terminal checks a file of products, imports it, and exports it again', async () => {
  const settings = readSettings({ DATA_DIR: folder })
  const path = join(folder, 'snacks.csv')
  writeFileSync(path, 'products_id,name,price\nladdoo,=Laddoo,100\nchips,Chips,ten\n')

  const problem = 'row 3, price: A price is an amount in rupees with at most two decimals'
  expect(await readImport(settings, path, true, now)).toBe(
    `${problem}\n2 rows: 1 added, 0 changed, 0 the same, 1 refused. Nothing is saved yet: repeat it with --yes`,
  )
  expect(await readImport(settings, path, false, now)).toBe(
    `${problem}\n2 rows: 1 added, 0 changed, 0 the same, 1 refused`,
  )

  const exported = join(folder, 'products.csv')
  await writeExport(settings, 'products', exported, now)
  expect(readFileSync(exported, 'utf8')).toContain("\r\nladdoo,,'=Laddoo,")
  expect(await readImport(settings, exported, false, now)).toBe(
    '1 rows: 0 added, 0 changed, 1 the same, 0 refused',
  )
  await writeExport(settings, 'log', join(folder, 'log.csv'), now)
  expect(readFileSync(join(folder, 'log.csv'), 'utf8')).toContain(',terminal,product,laddoo,create,name,')
  for (const name of ['customers', 'bills', 'orders'] as const)
    await writeExport(settings, name, join(folder, `${name}.csv`), now)
  expect(readFileSync(join(folder, 'customers.csv'), 'utf8')).toContain('Name,E-mail,Phone,')
  expect(readFileSync(join(folder, 'bills.csv'), 'utf8')).toContain('Number,Kind,Date,')
  // Files of people are in the log, as those that are saved at the desk.
  await writeExport(settings, 'log', join(folder, 'log2.csv'), now)
  expect(readFileSync(join(folder, 'log2.csv'), 'utf8')).toContain(
    ',terminal,customer,file,export,file,,customers',
  )
  // An existing file stays.
  await expect(writeExport(settings, 'log', exported, now)).rejects.toThrow('EEXIST')
})
