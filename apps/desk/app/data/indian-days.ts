/**
 * Converts days in India, both included, to instants: 2026-01-31 as `until` becomes
 * 2026-01-31T18:30:00.000Z, the end of that day in India. A text that is no day has no instant.
 */
export function instantsOf({ from, until }: { from: string; until: string }) {
  return { from: instantOf(from, '00:00'), until: instantOf(until, '24:00') }
}

function instantOf(day: string, time: string): string | undefined {
  const instant = new Date(`${day}T${time}+05:30`)
  return Number.isNaN(instant.getTime()) ? undefined : instant.toISOString()
}
