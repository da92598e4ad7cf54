import type { DestinationStream } from 'pino'

type Entry = { time?: string; level?: string; msg?: string; err?: { message?: string; stack?: string } }

export function humanLines(stream: DestinationStream): DestinationStream {
  return { write: (line) => stream.write(toHumanLine(line)) }
}

export function toHumanLine(line: string) {
  const { time = '', level = '', msg = '', err } = JSON.parse(line) as Entry
  const trouble = err ? `\n${err.stack || err.message || ''}` : ''
  return `${time.slice(11, 19)} ${level.padEnd(5)} ${msg}${trouble}\n`
}
