import { ShopError } from '../../data/shop-error.ts'

export type TokenSource = { accessToken: (options?: { refused?: string }) => Promise<string | null> }

/** Once more, if the store refused the token and another can be had; the shopper need not hear of it. */
export async function withFreshToken<T>(source: TokenSource, call: () => Promise<T>): Promise<T> {
  const token = await source.accessToken()
  try {
    return await call()
  } catch (error) {
    const isRefused = error instanceof ShopError && error.code === 'UNAUTHENTICATED'
    if (!isRefused || token === null) throw error
    if ((await source.accessToken({ refused: token })) === null) throw error
    return call()
  }
}
