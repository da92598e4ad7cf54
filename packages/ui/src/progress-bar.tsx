type ProgressBarProps = {
  label: string
  value: number
  max: number
  className?: string
}

/** A thin green bar. */
export function ProgressBar({ label, value, max, className = '' }: ProgressBarProps) {
  return (
    <progress
      aria-label={label}
      max={max}
      value={value}
      className={`h-1.5 appearance-none overflow-hidden rounded-full bg-pistachio-tint [&::-moz-progress-bar]:bg-pistachio [&::-webkit-progress-bar]:bg-pistachio-tint [&::-webkit-progress-value]:bg-pistachio [&::-webkit-progress-value]:transition-[width] [&::-webkit-progress-value]:duration-500 ${className}`}
    />
  )
}
