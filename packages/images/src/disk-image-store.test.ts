import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createDiskImageStore } from './disk-image-store.ts'
import { imageStoreSuite } from './image-store.suite.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'nashta-images-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

describe('the disk image store', () => {
  imageStoreSuite(() => createDiskImageStore(folder))

  it('an empty file, which a power cut may leave, is not a picture', async () => {
    writeFileSync(join(folder, 'laddoo.webp'), '')
    expect(await createDiskImageStore(folder).get('laddoo.webp')).toBeNull()
  })

  it('the probe rejects when nothing can be written', async () => {
    const file = join(folder, 'a-file-and-no-folder')
    writeFileSync(file, '')
    await expect(createDiskImageStore(file).probe()).rejects.toThrow(/EEXIST|ENOTDIR/)
  })

  it('temporary files of a killed process are deleted when the store is created', async () => {
    const temporaryFile = join(folder, '.drafts', 'half')
    mkdirSync(join(folder, '.drafts'))
    writeFileSync(temporaryFile, 'half a picture')
    const store = createDiskImageStore(folder)
    expect(existsSync(temporaryFile)).toBe(false)
    expect(await store.get('.drafts/half')).toBeNull()
  })

  it('no temporary files are left after concurrent writes', async () => {
    const store = createDiskImageStore(folder)
    await Promise.all(Array.from({ length: 20 }, () => store.put('laddoo.webp', Buffer.alloc(10_000, 7))))

    expect(readdirSync(folder, { recursive: true })).toEqual(['.drafts', 'laddoo.webp'])
  })
})
