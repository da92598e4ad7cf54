import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, it } from 'vitest'

type InstallLock = {
  acquire: () => boolean
  release: () => void
  findOwner: () => string | undefined
  removeDeadOwner: (owner: string | undefined) => void
}

const MODULE = join(import.meta.dirname, 'install-lock.mjs')
/** No process has this id. */
const DEAD_OWNER = '999999999-killed'

const { createInstallLock } = (await import(MODULE)) as { createInstallLock: (folder: string) => InstallLock }

let root: string
let folder: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'nashta-lock-'))
  folder = join(root, '.install-lock')
})
afterEach(() => rmSync(root, { recursive: true }))

function leaveDeadLock() {
  mkdirSync(folder)
  writeFileSync(join(folder, DEAD_OWNER), '')
}

it('one of two installs gets the lock, and the other gets it after the first has released it', () => {
  const [first, second] = [createInstallLock(folder), createInstallLock(folder)]
  expect(first.acquire()).toBe(true)
  expect(second.acquire()).toBe(false)
  first.release()
  expect(second.acquire()).toBe(true)
  second.release()
  expect(readdirSync(root)).toEqual([])
})

it('an install that saw a dead lock does not delete the lock that another has taken since', () => {
  leaveDeadLock()
  const [first, second, third] = [1, 2, 3].map(() => createInstallLock(folder))
  const seenBySecond = second?.findOwner()
  expect(first?.acquire()).toBe(true)
  second?.removeDeadOwner(seenBySecond)
  expect(second?.acquire()).toBe(false)
  expect(third?.acquire()).toBe(false)
})

it('a lock without an owner, which an install left that was killed while it released, is taken', () => {
  mkdirSync(folder)
  expect(createInstallLock(folder).acquire()).toBe(true)
})

it('a lock has an owner from its first moment', () => {
  const lock = createInstallLock(folder)
  lock.acquire()
  expect(lock.findOwner()).toMatch(new RegExp(`^${process.pid}-`))
})

it('of many processes beside a dead lock, one at a time holds the lock', async () => {
  leaveDeadLock()
  const log = join(root, 'log')
  const program = `
    import { appendFileSync } from 'node:fs'
    import { createInstallLock } from ${JSON.stringify(MODULE)}
    const lock = createInstallLock(${JSON.stringify(folder)})
    const sleep = (ms) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
    while (!lock.acquire()) sleep(1)
    appendFileSync(${JSON.stringify(log)}, '[')
    sleep(5)
    appendFileSync(${JSON.stringify(log)}, ']')
    lock.release()
  `
  const run = () => promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program])
  await Promise.all(Array.from({ length: 6 }, run))
  expect(readFileSync(log, 'utf8')).toBe('[]'.repeat(6))
})
