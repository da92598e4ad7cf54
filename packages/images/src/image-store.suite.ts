import { expect, it } from 'vitest'
import type { ImageStore } from './image-store.ts'

/** The behaviour every ImageStore adapter must show. */
export function imageStoreSuite(create: () => ImageStore | Promise<ImageStore>) {
  it('a picture is read under its key, whether or not the key has a folder', async () => {
    const store = await create()
    await store.put('laddoo.webp', Buffer.from([1, 2, 3]))
    await store.put('variants/laddoo.webp/320.avif', Buffer.from([4]))

    expect(await store.get('laddoo.webp')).toEqual(Buffer.from([1, 2, 3]))
    expect(await store.get('variants/laddoo.webp/320.avif')).toEqual(Buffer.from([4]))
  })

  it('no picture is found under an unknown key or a folder', async () => {
    const store = await create()
    await store.put('variants/a.webp', Buffer.from([1]))

    expect(await store.get('barfi.webp')).toBeNull()
    expect(await store.get('variants')).toBeNull()
    expect(await store.get('variants/a.webp/b.webp')).toBeNull()
  })

  it.each([
    '../secret',
    'a/../../secret',
    '/etc/passwd',
    '.hidden',
    'a//b',
    'a\\b',
    'a\0b',
    '',
    'x'.repeat(300),
  ])('nothing is found or stored under %j, which is not a valid key', async (key) => {
    const store = await create()
    expect(await store.get(key)).toBeNull()
    await expect(store.put(key, Buffer.from([1]))).rejects.toThrow('Not an image key')
  })

  it('only keys without a folder are listed, and an empty store lists none', async () => {
    const store = await create()
    expect(await store.listTopLevelKeys()).toEqual([])
    for (const key of ['b.webp', 'variants/a.webp', 'a.webp']) await store.put(key, Buffer.from([1]))

    expect((await store.listTopLevelKeys()).toSorted()).toEqual(['a.webp', 'b.webp'])
  })

  it('a removed picture is gone, another one stays, and the key can be used again', async () => {
    const store = await create()
    for (const key of ['a.webp', 'b.webp']) await store.put(key, Buffer.from([1]))
    await store.remove('a.webp')
    expect(await store.get('a.webp')).toBeNull()
    expect(await store.listTopLevelKeys()).toEqual(['b.webp'])
    await store.put('a.webp', Buffer.from([2]))
    expect(await store.get('a.webp')).toEqual(Buffer.from([2]))
  })

  it.each(['gone.webp', '../secret'])('removing %j, which is not stored, does nothing', async (key) => {
    const store = await create()
    await store.put('a.webp', Buffer.from([1]))
    await store.remove(key)
    expect(await store.listTopLevelKeys()).toEqual(['a.webp'])
  })

  it('the probe of a working store resolves', async () => {
    const store = await create()
    await expect(store.probe()).resolves.toBeUndefined()
  })
}
