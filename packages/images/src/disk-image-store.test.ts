import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
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

describe('disk image store', () => {
  imageStoreSuite(() => createDiskImageStore(folder))

  it('leaves no drafts behind', async () => {
    const store = createDiskImageStore(folder)
    await Promise.all(Array.from({ length: 20 }, () => store.put('laddoo.webp', Buffer.alloc(10_000, 7))))

    expect(readdirSync(folder)).toEqual(['laddoo.webp'])
  })
})
