import { type KeyboardEvent, useState } from 'react'
import { Link } from 'react-router'
import { TEXT_LINK } from '../../ui/controls.tsx'
import { layOutBars } from './plot-scale.ts'

const WIDTH = 560
const AXIS_HEIGHT = 1

type Series = { label: string; values: readonly number[]; className: string }

/** A place on the axis, such as a day or an hour. */
type PlotGroup = {
  name: string
  /** The orders of the group. */
  link: { to: string; text: string }
}

export type BarPlotProps = {
  title: string
  groups: readonly PlotGroup[]
  /** Each series has one bar in every group. */
  series: readonly Series[]
  format: (value: number) => string
  /** The height of the highest bar, in SVG units. The plot is 560 units wide. */
  height: number
  /** The group whose numbers are shown at first. */
  initialGroup: number
}

/** Bars over one axis. The numbers of a group are shown when the group is touched or has the focus. */
export function BarPlot({ title, groups, series, format, height, initialGroup }: BarPlotProps) {
  const [chosen, setChosen] = useState<number | null>(null)
  const { max, bars } = layOutBars(
    series.map(({ values }) => values),
    { width: WIDTH, height },
  )
  const axisY = height + AXIS_HEIGHT / 2
  // Not all names fit under the axis: only the first, the middle and the last group have a label.
  const labelledGroups = [...new Set([0, Math.floor(groups.length / 2), groups.length - 1])]
  const shownIndex = chosen ?? initialGroup
  const shown = groups[shownIndex]

  function textOf(groupIndex: number) {
    const texts = series.map(({ label, values }) => {
      const value = format(values[groupIndex] ?? 0)
      return series.length > 1 ? `${value} ${label.toLowerCase()}` : value
    })
    return `${groups[groupIndex]?.name}: ${texts.join(', ')}`
  }

  return (
    <figure>
      <figcaption className="mb-2 flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="font-semibold">{title}</span>
        {series.length > 1 ? (
          <span className="flex gap-4 text-sm text-ink-soft">
            {series.map(({ label, className }) => (
              <span key={label} className="inline-flex items-center gap-1.5">
                <svg viewBox="0 0 10 10" aria-hidden="true" className={`size-2.5 ${className}`}>
                  <rect width="10" height="10" rx="2" />
                </svg>
                {label}
              </span>
            ))}
          </span>
        ) : null}
        <span className="text-sm text-ink-soft">most: {format(max)}</span>
      </figcaption>
      <div className="relative">
        <svg viewBox={`0 0 ${WIDTH} ${height + AXIS_HEIGHT}`} aria-hidden="true" className="w-full">
          <line
            x1="0"
            x2={WIDTH}
            y1={axisY}
            y2={axisY}
            className="stroke-ink-soft/50"
            strokeWidth={AXIS_HEIGHT}
          />
          {bars.map((bar) => (
            <rect
              key={`${bar.seriesIndex} ${bar.groupIndex}`}
              x={bar.x}
              y={bar.y}
              width={bar.width}
              height={bar.height}
              rx="2"
              className={series[bar.seriesIndex]?.className ?? ''}
            />
          ))}
        </svg>
        {/* Also groups without a bar can be touched. One of the buttons is a tab stop. */}
        <fieldset aria-label={title} className="absolute inset-0 flex">
          {groups.map(({ name }, index) => (
            <button
              key={name}
              type="button"
              tabIndex={index === shownIndex ? 0 : -1}
              aria-label={textOf(index)}
              aria-pressed={index === shownIndex}
              onClick={() => setChosen(index)}
              onFocus={() => setChosen(index)}
              onKeyDown={moveFocus}
              onPointerEnter={({ pointerType }) => {
                if (pointerType === 'mouse') setChosen(index)
              }}
              className="min-w-0 grow basis-0 rounded aria-pressed:bg-ink/8"
            />
          ))}
        </fieldset>
      </div>
      <p aria-hidden="true" className="mt-1 flex justify-between text-sm text-ink-soft">
        {labelledGroups.map((index) => (
          <span key={index}>{groups[index]?.name}</span>
        ))}
      </p>
      {shown ? (
        <p className="flex min-h-10 flex-wrap items-center justify-between gap-x-4">
          <span aria-live="polite">{textOf(shownIndex)}</span>
          <Link to={shown.link.to} className={TEXT_LINK}>
            {shown.link.text}
          </Link>
        </p>
      ) : null}
    </figure>
  )
}

const STEPS: Readonly<Record<string, 'previousElementSibling' | 'nextElementSibling'>> = {
  ArrowLeft: 'previousElementSibling',
  ArrowRight: 'nextElementSibling',
}

function moveFocus(event: KeyboardEvent<HTMLButtonElement>) {
  const step = STEPS[event.key]
  const next = step && event.currentTarget[step]
  if (!(next instanceof HTMLElement)) return
  event.preventDefault()
  next.focus()
}
