import { messageOf } from '@nashta/browser/identity/account-error'
import { useState } from 'react'

/** For buttons: runs one action at a time. `failure` is the message if the last action failed. */
export function useAction() {
  const [state, setState] = useState<{ busy: boolean; failure: string | null }>({
    busy: false,
    failure: null,
  })

  async function run(work: () => Promise<unknown>, fallbackMessage: string) {
    if (state.busy) return
    setState({ busy: true, failure: null })
    try {
      await work()
      setState({ busy: false, failure: null })
    } catch (error) {
      setState({ busy: false, failure: messageOf(error, fallbackMessage) })
    }
  }
  return { ...state, run }
}
