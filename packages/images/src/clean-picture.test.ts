import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { createPictureCleaner, type PictureCleanerOptions } from './clean-picture.ts'
import { plainPicture } from './pictures.fixture.ts'

const neverAborted = () => new AbortController().signal

function createCleaner(limits: PictureCleanerOptions['limits'] = {}) {
  return createPictureCleaner({ types: ['image/png'], queuedPerCaller: 2, limits })
}

/** The child processes of this process. */
function childProcesses() {
  return readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8').split(' ').filter(Boolean)
}

it.each([
  ['CPU time', { cpuMs: 1 }],
  ['memory', { memoryBytes: 1 }],
  ['time', { timeoutMs: 1 }],
])('the process of a picture that needs more %s than its limit is ended', async (_case, limits) => {
  const cleanPicture = createCleaner(limits)
  const file = await plainPicture(2000, 2000).png().toBuffer()
  await expect(cleanPicture(file, { caller: 'asha', signal: neverAborted() })).rejects.toMatchObject({
    code: 'VALIDATION_FAILED',
    message: 'body: The picture takes too long to read; save it again as an ordinary JPEG or PNG',
  })
})

it.runIf(process.platform === 'linux')('the process of a picture ends when its caller has gone', async () => {
  const cleanPicture = createCleaner()
  const controller = new AbortController()
  const file = await plainPicture(4000, 4000).png().toBuffer()
  const before = childProcesses().length
  const cleaned = cleanPicture(file, { caller: 'asha', signal: controller.signal })
  expect(childProcesses()).toHaveLength(before + 1)

  controller.abort()
  await expect(cleaned).rejects.toMatchObject({ code: 'REQUEST_TIMEOUT' })
  await expect.poll(() => childProcesses().length).toBe(before)
})

it('a picture is decoded although its caller sent another one that is ended', async () => {
  const file = await plainPicture().png().toBuffer()
  const controller = new AbortController()
  const cleanPicture = createCleaner()
  const ended = cleanPicture(file, { caller: 'asha', signal: controller.signal })
  const next = cleanPicture(file, { caller: 'asha', signal: neverAborted() })
  controller.abort()
  await expect(ended).rejects.toMatchObject({ code: 'REQUEST_TIMEOUT' })
  expect(await next).toMatchObject({ width: 60, height: 40 })
})
