/**
 * For a server as a process of its own, which is to know none of the settings of this one: any free port,
 * no log, and the compiled code of an earlier start where there is a place for it.
 */
export function bareEnvironment(settings: Record<string, string>) {
  const { PATH = '', NODE_COMPILE_CACHE = '' } = process.env
  return { PATH, NODE_COMPILE_CACHE, PORT: '0', LOG_LEVEL: 'silent', ...settings }
}
