/** Where storage is forbidden, even to look is an error; on a server there is none. */
export function localStorageOrNull(): Storage | null {
  if (typeof window === 'undefined') return null
  try {
    return window.localStorage
  } catch {
    return null
  }
}
