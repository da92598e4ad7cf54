import { expect, it } from 'vitest'
import { train } from '../model/train.ts'
import { runInThread } from './run-in-thread.ts'

const JOB = { model: train({ interactions: [], catalogue: [], now: 5 }), catalogue: [] }

it('a job in a thread returns the model combined with the catalogue', async () => {
  const { servedModel } = await runInThread(JOB, new AbortController().signal)
  expect(servedModel.model.trainedAt).toBe(5)
})

it('a job whose signal is aborted already does not run', async () => {
  await expect(runInThread(JOB, AbortSignal.abort())).rejects.toThrow('aborted')
})

it('a job ends when its signal is aborted', async () => {
  const closing = new AbortController()
  const running = runInThread(JOB, closing.signal)
  closing.abort()
  await expect(running).rejects.toThrow('The training ended without a result')
})
