import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { LoadResult, LoadRun } from './load.ts'

type Reply = { result?: LoadResult; failure?: string }

type Looks<T> = { before: () => Promise<T>; after: () => Promise<T> }

export type Generator = {
  /** Looks with the connections open, just before the first request, and then after the last answer. */
  run: <T>(run: LoadRun, look: Looks<T>) => Promise<LoadResult & { before: T; after: T }>
  stop: () => void
}

export function startGenerator(): Generator {
  const child = fork(join(import.meta.dirname, 'load-generator.ts'), { execArgv: [] })
  const exited = once(child, 'exit')

  async function ask(message: LoadRun | 'go'): Promise<Reply> {
    const reply = once(child, 'message')
    child.send(message)
    const [answer] = (await Promise.race([reply, exited.then(gone)])) as [Reply]
    if (answer.failure !== undefined) throw new Error(answer.failure)
    return answer
  }

  return {
    async run(run, look) {
      await ask(run)
      const before = await look.before()
      const { result } = await ask('go')
      const after = await look.after()
      return { ...(result as LoadResult), before, after }
    },
    stop() {
      child.disconnect()
    },
  }
}

function gone(): never {
  throw new Error('the load generator ended in the middle of its work')
}
