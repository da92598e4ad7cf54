import type { DocumentKey, Documents } from '@nashta/documents/documents'

export interface FavouriteStore {
  /** The ids of the products, newest first. */
  read(userId: string): Promise<readonly string[]>

  /** Stores what the pure `change` returns, atomically. Nothing is written when it returns its argument. */
  update(
    userId: string,
    change: (favourites: readonly string[]) => readonly string[],
  ): Promise<readonly string[]>

  erase(userId: string): Promise<void>
}

export function createFavouriteStore(documents: Documents): FavouriteStore {
  const find = (userId: string) => documents.get<{ productIds: readonly string[] }>(keyOf(userId))

  return {
    read: async (userId) => (await find(userId))?.body.productIds ?? [],
    update: (userId, change) =>
      documents.retryConflicts(async () => {
        const seen = await find(userId)
        const before = seen?.body.productIds ?? []
        const productIds = change(before)
        if (productIds !== before)
          await documents.commit([{ put: { key: keyOf(userId), body: { productIds } }, seen }])
        return productIds
      }),
    erase: (userId) => documents.erase([keyOf(userId)]),
  }
}

function keyOf(userId: string): DocumentKey {
  return { pk: `favourites#${userId}`, sk: 'favourites' }
}
