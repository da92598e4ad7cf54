import { setImmediate } from 'node:timers/promises'
import { focusManager, onlineManager, QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, it, onTestFinished, vi } from 'vitest'
import { FETCH_ONCE } from './fetch-once.ts'

it('a FETCH_ONCE query does not refetch on focus or when the device is online again', async () => {
  const client = new QueryClient()
  client.mount()
  const fetchForm = vi.fn<() => Promise<string>>(async () => 'a form')
  const form = new QueryObserver(client, { queryKey: ['form'], queryFn: fetchForm, ...FETCH_ONCE })
  const unsubscribe = form.subscribe(() => {})
  onTestFinished(() => {
    unsubscribe()
    client.unmount()
    focusManager.setFocused(undefined)
  })
  await vi.waitUntil(() => form.getCurrentResult().isSuccess)

  focusManager.setFocused(false)
  focusManager.setFocused(true)
  onlineManager.setOnline(false)
  onlineManager.setOnline(true)
  await setImmediate()
  expect(fetchForm).toHaveBeenCalledOnce()
})
