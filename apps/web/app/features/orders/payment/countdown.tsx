import { useEffect, useState } from 'react'

/** Shows the time left until `deadline`, an ISO date and time, by the clock of this device. */
export function Countdown({ deadline }: { deadline: string }) {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])

  return (
    // Screen readers do not announce each change of a timer.
    <span role="timer" className="font-semibold tabular-nums">
      {formatTimeLeft(Date.parse(deadline) - now)}
    </span>
  )
}

/** `29:05`, or `1:00:00` from an hour on. A negative time becomes `0:00`. */
export function formatTimeLeft(milliseconds: number): string {
  const seconds = Math.max(Math.ceil(milliseconds / 1000), 0)
  const hours = Math.floor(seconds / 3600)
  const minutes = Math.floor(seconds / 60) % 60
  const rest = [hours > 0 ? twoDigits(minutes) : minutes, twoDigits(seconds % 60)]
  return (hours > 0 ? [hours, ...rest] : rest).join(':')
}

function twoDigits(number: number) {
  return String(number).padStart(2, '0')
}
