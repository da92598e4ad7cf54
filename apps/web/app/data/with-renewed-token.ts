import { ShopError } from './shop-error.ts'

export type TokenSource = { accessToken: (options?: { refused?: string }) => Promise<string | null> }

/** Calls once more with a renewed token when the store refuses the first one. */
export async function withRenewedToken<T>(source: TokenSource, call: () => Promise<T>): Promise<T> {
  const token = await source.accessToken()
  try {
    return await call()
  } catch (error) {
    const isTokenRefused = error instanceof ShopError && error.status === 401
    if (!isTokenRefused || token === null) throw error
    if ((await source.accessToken({ refused: token })) === null) throw error
    return call()
  }
}
