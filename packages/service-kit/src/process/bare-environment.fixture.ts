/**
 * The environment of a server that a test starts as a process: a free port, no log, and none of the
 * settings in the environment of the test. The variables of Node and malloc are passed on, because
 * they only make the server quicker and smaller.
 */
export function bareEnvironment(settings: Record<string, string>) {
  const { PATH = '', NODE_COMPILE_CACHE = '', MALLOC_ARENA_MAX = '' } = process.env
  return { PATH, NODE_COMPILE_CACHE, MALLOC_ARENA_MAX, PORT: '0', LOG_LEVEL: 'silent', ...settings }
}
