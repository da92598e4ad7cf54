/** The notice while the store is unreachable. */
export function savedSnacksText(ageMs: number): string {
  return `Showing saved snacks from ${ago(Math.floor(ageMs / 60_000))}`
}

function ago(minutes: number): string {
  if (minutes < 1) return 'a moment ago'
  if (minutes < 60) return count(minutes, 'minute')
  return minutes < 1440 ? count(minutes / 60, 'hour') : count(minutes / 1440, 'day')
}

function count(units: number, name: string): string {
  const whole = Math.floor(units)
  return `${whole} ${name}${whole === 1 ? '' : 's'} ago`
}
