/**
 * For a server as a process of its own, which is to know none of the settings of this one: any free port,
 * no log, and of its surroundings only what the launcher gives to every process.
 */
export function bareEnvironment(settings: Record<string, string>) {
  const { PATH = '', NODE_COMPILE_CACHE = '', MALLOC_ARENA_MAX = '' } = process.env
  return { PATH, NODE_COMPILE_CACHE, MALLOC_ARENA_MAX, PORT: '0', LOG_LEVEL: 'silent', ...settings }
}
