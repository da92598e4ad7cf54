// @vitest-environment happy-dom
import { FAVOURITES_MAX } from '@nashta/contracts/favourites/favourite-rules'
import { beforeEach, expect, it, vi } from 'vitest'

let requests: { method: string; body: unknown }[]
/** The list of the store; null while there is no line. */
let stored: string[] | null

/** What one page of the shop has in memory. */
async function openPage() {
  vi.resetModules()
  const { favouritesOf, subscribeToFavourites } = await import('./favourites.ts')
  const { setFavourite, syncFavourites } = await import('./press-heart.ts')
  return { favouritesOf, subscribeToFavourites, setFavourite, syncFavourites }
}

beforeEach(() => {
  localStorage.clear()
  requests = []
  stored = []
  vi.stubGlobal(
    'fetch',
    async (_url: string, { method = 'GET', body = 'null' }: { method?: string; body?: string } = {}) => {
      if (stored === null) throw new TypeError('Failed to fetch')
      const sent = JSON.parse(body) as { changes: { productId: string; isFavourite: boolean }[] } | null
      requests.push({ method, body: sent })
      for (const { productId, isFavourite } of sent?.changes ?? []) {
        stored = stored.filter((id) => id !== productId)
        if (isFavourite) stored.unshift(productId)
      }
      return Response.json({ data: { productIds: stored } })
    },
  )
})

it('the favourites of a guest are there after a reload, and nothing is sent', async () => {
  const page = await openPage()
  page.setFavourite(undefined, { productId: 'a', isFavourite: true })
  page.setFavourite(undefined, { productId: 'b', isFavourite: true })
  page.setFavourite(undefined, { productId: 'a', isFavourite: false })
  expect((await openPage()).favouritesOf(undefined).ids).toEqual(['b'])
  expect(requests).toEqual([])
})

it('the favourites of a guest join those of the account at sign-in, and leave the browser of guests', async () => {
  stored = ['c', 'b']
  const page = await openPage()
  for (const productId of ['a', 'b']) page.setFavourite(undefined, { productId, isFavourite: true })
  await page.syncFavourites('asha')
  await expect.poll(() => page.favouritesOf('asha').pending).toEqual([])
  await expect.poll(() => page.favouritesOf('asha').ids.toSorted()).toEqual(['a', 'b', 'c'])
  expect(page.favouritesOf(undefined).ids).toEqual([])
  expect(requests).toHaveLength(1)
})

it('a press without a line is shown at once, survives a reload, and is sent when the line is back', async () => {
  stored = null
  const page = await openPage()
  page.setFavourite('asha', { productId: 'a', isFavourite: true })
  expect(page.favouritesOf('asha').ids).toEqual(['a'])
  const reloaded = await openPage()
  await reloaded.syncFavourites('asha')
  expect(reloaded.favouritesOf('asha').pending).toEqual([{ productId: 'a', isFavourite: true }])
  stored = []
  dispatchEvent(new Event('online'))
  await expect.poll(() => stored).toEqual(['a'])
  await expect.poll(() => reloaded.favouritesOf('asha').pending).toEqual([])
})

it('what another device has changed is shown, and a press that the store does not have stays on top', async () => {
  const page = await openPage()
  page.setFavourite('asha', { productId: 'a', isFavourite: true })
  await expect.poll(() => page.favouritesOf('asha').pending).toEqual([])
  stored = ['z']
  const next = await openPage()
  next.setFavourite('asha', { productId: 'b', isFavourite: true })
  await expect.poll(() => next.favouritesOf('asha').ids).toEqual(['b', 'z'])
})

it('a full list takes no more, and a record that is not ours counts as empty', async () => {
  const page = await openPage()
  for (let index = 0; index < FAVOURITES_MAX; index += 1)
    page.setFavourite(undefined, { productId: `p${index}`, isFavourite: true })
  expect(page.setFavourite(undefined, { productId: 'one-more', isFavourite: true })).toBe(false)
  expect(page.favouritesOf(undefined).ids).toHaveLength(FAVOURITES_MAX)
  for (const text of [
    '{',
    '{"version":1,"data":{"ids":[1],"pending":[]}}',
    '{"version":2,"data":{"ids":[],"pending":[]}}',
    'null',
  ]) {
    localStorage.setItem('nashta.favourites', text)
    expect((await openPage()).favouritesOf(undefined).ids).toEqual([])
  }
})

it('a press in another tab is shown in this one', async () => {
  const page = await openPage()
  const notify = vi.fn<() => void>()
  expect(page.favouritesOf(undefined).ids).toEqual([])
  page.subscribeToFavourites(notify)
  const text = '{"version":1,"data":{"ids":["a"],"pending":[]}}'
  localStorage.setItem('nashta.favourites', text)
  dispatchEvent(new StorageEvent('storage', { key: 'nashta.favourites', newValue: text }))
  expect(notify).toHaveBeenCalledOnce()
  expect(page.favouritesOf(undefined).ids).toEqual(['a'])
})
