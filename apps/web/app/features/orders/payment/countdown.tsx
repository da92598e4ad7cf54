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
  const totalSeconds = Math.max(Math.ceil(milliseconds / 1000), 0)
  const hours = Math.floor(totalSeconds / 3600)
  const minutes = Math.floor(totalSeconds / 60) % 60
  const seconds = totalSeconds % 60
  if (hours === 0) return `${minutes}:${twoDigits(seconds)}`
  return `${hours}:${twoDigits(minutes)}:${twoDigits(seconds)}`
}

function twoDigits(number: number) {
  return String(number).padStart(2, '0')
}
