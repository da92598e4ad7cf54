import { isShopError } from '@nashta/contracts/api/shop-error'

/** Asks the operator to sign in again. Resolves to false when the operator does not want to. */
export type AskToSignIn = () => Promise<boolean>

/**
 * Runs a call of the Shop API. If it needs a fresh sign-in, asks the operator to sign in, and runs the
 * call once more. If the operator does not sign in, the call fails as before.
 */
export async function repeatAfterSignIn<Reply>(
  call: () => Promise<Reply>,
  askToSignIn: AskToSignIn,
): Promise<Reply> {
  try {
    return await call()
  } catch (error) {
    const needsSignIn = isShopError(error) && error.code === 'SIGN_IN_AGAIN'
    if (!needsSignIn || !(await askToSignIn())) throw error
    return call()
  }
}

/** The open question whether the operator signs in again, for the dialog to show and to resolve. */
export function createSignInQuestion() {
  const listeners = new Set<() => void>()
  let open: PromiseWithResolvers<boolean> | null = null

  function notify() {
    for (const listener of listeners) listener()
  }

  /** Calls that fail while the question is open wait for the same answer. */
  const ask: AskToSignIn = () => {
    if (open) return open.promise
    open = Promise.withResolvers<boolean>()
    notify()
    return open.promise
  }

  const answer = (hasSignedIn: boolean) => {
    open?.resolve(hasSignedIn)
    open = null
    notify()
  }

  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }

  return { ask, answer, subscribe, isOpen: () => open !== null }
}
