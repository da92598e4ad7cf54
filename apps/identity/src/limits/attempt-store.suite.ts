import { expect, it } from 'vitest'
import type { AttemptStore } from './attempt-store.ts'

export type AttemptsUnderTest = {
  attempts: AttemptStore
  /** Opens the same data again, as the next process does. */
  reopen: () => AttemptStore
}

const HOUR = 60 * 60 * 1000
const LIMIT = 2
const at = (ms: number) => new Date(Date.UTC(2026, 0, 1) + ms)

const attempt = (attempts: AttemptStore, ms: number, subject = 'asha') =>
  attempts.countUnlessLimited({ kind: 'mail', subject, at: at(ms) }, { max: LIMIT, since: at(ms - HOUR) })

/** The behaviour every AttemptStore adapter must show. */
export function attemptStoreSuite(create: () => AttemptsUnderTest) {
  it('attempts are allowed up to the limit, and again when the first is an hour old', async () => {
    const { attempts } = create()
    expect([
      await attempt(attempts, 0),
      await attempt(attempts, 1000),
      await attempt(attempts, 2000),
    ]).toEqual([true, true, false])
    expect(await attempt(attempts, HOUR - 1)).toBe(false)
    expect(await attempt(attempts, HOUR)).toBe(true)
    expect(await attempt(attempts, HOUR)).toBe(false)
  })

  it('attempts are counted per subject and kind', async () => {
    const { attempts } = create()
    for (const subject of ['asha', 'asha', 'ravi']) expect(await attempt(attempts, 0, subject)).toBe(true)
    const other = { kind: 'change-password' as const, subject: 'asha', at: at(0) }
    expect(await attempts.countUnlessLimited(other, { max: 1, since: at(-HOUR) })).toBe(true)
  })

  it('of twenty concurrent attempts as many as the limit are allowed', async () => {
    const { attempts } = create()
    const allowed = await Promise.all(Array.from({ length: 20 }, () => attempt(attempts, 0)))
    expect(allowed.filter(Boolean)).toHaveLength(LIMIT)
  })

  it('the fifth try locks one subject for a second, and the sixth for two seconds', async () => {
    const { attempts } = create()
    for (let tries = 0; tries < 5; tries += 1)
      expect(await attempts.countAsFailureUnlessLocked('asha', at(0))).toBe(true)
    expect(await attempts.countAsFailureUnlessLocked('asha', at(999))).toBe(false)
    expect(await attempts.lockOutOf('asha')).toEqual({ failures: 5, lockedUntil: at(1000), lastAt: at(0) })

    expect(await attempts.countAsFailureUnlessLocked('asha', at(1000))).toBe(true)
    expect(await attempts.lockOutOf('asha')).toEqual({ failures: 6, lockedUntil: at(3000), lastAt: at(1000) })
    expect(await attempts.countAsFailureUnlessLocked('ravi', at(1000))).toBe(true)
  })

  it('of fifty concurrent tries five are allowed', async () => {
    const { attempts } = create()
    const allowed = await Promise.all(
      Array.from({ length: 50 }, () => attempts.countAsFailureUnlessLocked('asha', at(0))),
    )
    expect(allowed.filter(Boolean)).toHaveLength(5)
  })

  it('failures are counted until they are cleared, or for a day after the last one', async () => {
    const { attempts } = create()
    for (let tries = 0; tries < 5; tries += 1) await attempts.countAsFailureUnlessLocked('asha', at(0))
    await attempts.clearLockOut('asha')
    expect(await attempts.lockOutOf('asha')).toBeNull()

    for (let tries = 0; tries < 5; tries += 1) await attempts.countAsFailureUnlessLocked('asha', at(0))
    await attempts.countAsFailureUnlessLocked('asha', at(24 * HOUR - 1))
    expect(await attempts.lockOutOf('asha')).toMatchObject({ failures: 6 })
    // Exactly a day after the sixth failure.
    await attempts.countAsFailureUnlessLocked('asha', at(48 * HOUR - 1))
    expect(await attempts.lockOutOf('asha')).toMatchObject({ failures: 1 })
  })

  it('a lock outlives the process', async () => {
    const { attempts, reopen } = create()
    for (let tries = 0; tries < 5; tries += 1) await attempts.countAsFailureUnlessLocked('asha', at(0))
    expect(await reopen().countAsFailureUnlessLocked('asha', at(999))).toBe(false)
  })
}
