import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { bareEnvironment } from '@nashta/service-kit/process/bare-environment.fixture'
import { waitForUrl } from '@nashta/store/store-process.fixture'
import { CACHE_FOLDER, createFolder } from '../data/folders.ts'

const NPM_CI = ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error']

/**
 * Writes the commit's files into a folder of their own and installs what its lockfile names. Its own
 * `npm start` builds its pages. Returns the folder. It stays, so that the next run need not build.
 * `commit` must be a hash, because what a branch names changes.
 */
export async function buildCommit(commit: string): Promise<string> {
  const root = join(CACHE_FOLDER, 'commits', commit)
  const mark = join(root, '.is-built')
  if (existsSync(mark)) return root

  // An earlier run may have been interrupted.
  rmSync(root, { recursive: true, force: true })
  mkdirSync(root, { recursive: true })
  const archive = join(root, 'commit.tar')
  await run('git', ['archive', '--format=tar', `--output=${archive}`, commit], process.cwd())
  await run('tar', ['-xf', archive], root)
  await run('npm', NPM_CI, root)
  await startOnce(root)
  writeFileSync(mark, '')
  return root
}

async function run(command: string, args: string[], folder: string) {
  const child = spawn(command, args, {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
  })
  const stop = () => child.kill()
  process.once('exit', stop)
  const [code] = await once(child, 'close')
  process.off('exit', stop)
  if (code !== 0) throw new Error(`${command} ${args[0]} ended with ${code}`)
}

/** Starts the commit's store until it is ready, and stops it. */
async function startOnce(root: string) {
  const child = spawn(process.execPath, ['scripts/start.ts'], {
    cwd: root,
    env: bareEnvironment({ DATA_DIR: createFolder() }),
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  const stop = () => child.kill('SIGKILL')
  process.once('exit', stop)
  const ended = once(child, 'close')
  await waitForUrl(child)
  child.kill()
  await ended
  process.off('exit', stop)
}
