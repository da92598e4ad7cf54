import { useRef, useState } from 'react'
import { createRequestKeys } from '../request-keys.ts'
import { type Failed, failureTextOf } from './failure-text.ts'

export type Call<Input> = {
  /** Makes the call unless it is under way. Resolves to whether it was made and succeeded. */
  run: (input: Input) => Promise<boolean>
  isBusy: boolean
  /** Why the last run failed. Null while a run is under way, and after a success. */
  failure: string | null
  clearFailure: () => void
  /** Whether the call is under way now, also for the code of an older render. */
  isRunning: () => boolean
}

type State = Pick<Call<never>, 'isBusy' | 'failure'>
const IDLE: State = { isBusy: false, failure: null }

/**
 * One call that a shopper or an operator makes by a button. A second press while the call is under
 * way does nothing. `send` gets an idempotency key: the same one for the same input until a run
 * succeeds, so a call that is repeated after a lost response counts once.
 */
export function useCall<Input = void>(
  send: (input: Input, idempotencyKey: string) => Promise<unknown>,
  failed: Failed,
): Call<Input> {
  const [state, setState] = useState(IDLE)
  // In a ref, because a second press can come before React renders, and because the button of an
  // old toast calls the `run` of an old render.
  const isRunning = useRef(false)
  /** Null until the first run, and after a success. */
  const keyOf = useRef<ReturnType<typeof createRequestKeys> | null>(null)

  async function run(input: Input): Promise<boolean> {
    if (isRunning.current) return false
    isRunning.current = true
    setState({ isBusy: true, failure: null })
    let failure: string | null = null
    keyOf.current ??= createRequestKeys()
    try {
      await send(input, keyOf.current(input))
      keyOf.current = null
    } catch (error) {
      failure = failureTextOf(error, failed)
    }
    isRunning.current = false
    setState({ isBusy: false, failure })
    return failure === null
  }

  return {
    ...state,
    run,
    clearFailure: () => setState(({ isBusy }) => ({ isBusy, failure: null })),
    isRunning: () => isRunning.current,
  }
}
