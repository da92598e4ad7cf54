import { pollDelay, type Polled } from './poll-delay.ts'
import { useOnline } from './use-online.ts'

type PolledQuery = { state: Polled }

/** The `refetchInterval` of what is followed while it is looked at. The query client itself stops for a hidden page. */
export function usePolling(): false | ((query: PolledQuery) => number) {
  return useOnline() ? untilNextPoll : false
}

function untilNextPoll({ state }: PolledQuery) {
  return pollDelay(state)
}
