import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { repeat } from './repeat.ts'

it('`repeat` never overlaps two runs, reports a failed run, and goes on after it', async () => {
  let running = 0
  let mostAtOnce = 0
  let runs = 0
  const errors: unknown[] = []
  const work = async () => {
    running += 1
    runs += 1
    mostAtOnce = Math.max(mostAtOnce, running)
    await sleep(20)
    running -= 1
    if (runs === 1) throw new Error('the first run fails')
  }
  const repeated = repeat(work, 1, (error) => errors.push(error))
  await expect.poll(() => runs).toBeGreaterThan(2)
  await repeated.stop()

  expect({ mostAtOnce, running, errors: errors.length }).toEqual({ mostAtOnce: 1, running: 0, errors: 1 })
})
