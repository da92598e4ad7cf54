import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { LoadResult, LoadRun } from './load.ts'

/** Empty when the connections are open. */
type Reply = { result?: LoadResult; failure?: string }

type Probes<T> = { before: () => Promise<T>; after: () => Promise<T> }

export type LoadGenerator = {
  /** Calls `before` when the connections are open and `after` when the last response has arrived. */
  run: <T>(run: LoadRun, probes: Probes<T>) => Promise<LoadResult & { before: T; after: T }>
  stop: () => void
}

export function startLoadGenerator(): LoadGenerator {
  // The child does not inherit the flags of this process, such as those of a profiler.
  const child = fork(join(import.meta.dirname, 'load-generator.ts'), { execArgv: [] })
  const exited = once(child, 'exit')

  async function call(message: LoadRun | 'run'): Promise<Reply> {
    const replied = once(child, 'message')
    child.send(message)
    const [reply]: Reply[] = await Promise.race([replied, exited.then(throwEnded)])
    if (!reply || reply.failure !== undefined) throw new Error(reply?.failure)
    return reply
  }

  return {
    async run(run, probes) {
      // The first message opens the connections.
      await call(run)
      const before = await probes.before()
      const { result = throwEnded() } = await call('run')
      const after = await probes.after()
      return { ...result, before, after }
    },
    stop() {
      child.disconnect()
    },
  }
}

function throwEnded(): never {
  throw new Error('the load generator ended before its run')
}
