import { expect, it } from 'vitest'
import type { ImageStore } from './image-store.ts'

/** The behaviour every ImageStore adapter must show. */
export function imageStoreSuite(create: () => ImageStore | Promise<ImageStore>) {
  it('returns the bytes it was given, under keys with folders too', async () => {
    const store = await create()
    await store.put('laddoo.webp', Buffer.from([1, 2, 3]))
    await store.put('variants/laddoo.webp/320.avif', Buffer.from([4]))

    expect(await store.get('laddoo.webp')).toEqual(Buffer.from([1, 2, 3]))
    expect(await store.get('variants/laddoo.webp/320.avif')).toEqual(Buffer.from([4]))
  })

  it('has nothing under a key it was never given, nor under a folder', async () => {
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
  ])('does not take %j for a key', async (key) => {
    const store = await create()
    expect(await store.get(key)).toBeNull()
    await expect(store.put(key, Buffer.from([1]))).rejects.toThrow('Not an image key')
  })

  it('lists the keys at the top, and none before there is one', async () => {
    const store = await create()
    expect(await store.topKeys()).toEqual([])
    for (const key of ['b.webp', 'variants/a.webp', 'a.webp']) await store.put(key, Buffer.from([1]))

    expect((await store.topKeys()).toSorted()).toEqual(['a.webp', 'b.webp'])
  })

  it('can say that it works', async () => {
    const store = await create()
    await expect(store.probe()).resolves.toBeUndefined()
  })
}
