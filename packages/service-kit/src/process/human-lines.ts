import type { DestinationStream } from 'pino'

type Trouble = { message?: string; stack?: string; cause?: Trouble }
type Entry = { time: string; level: string; msg: string; service: string; err?: Trouble }

export function humanLines(stream: DestinationStream): DestinationStream {
  return { write: (line) => stream.write(toHumanLine(line)) }
}

export function toHumanLine(line: string) {
  const { time, level, msg, service: _known, err, ...fields } = JSON.parse(line) as Entry
  const details = Object.entries(fields).map(([name, value]) => ` ${name}=${String(value)}`)
  const headline = `${time.slice(11, 19)} ${level.padEnd(5)} ${msg}${details.join('')}`
  return [headline, ...troubles(err)].map((text) => `${withoutControls(text)}\n`).join('')
}

function troubles(err: Trouble | undefined): string[] {
  if (!err) return []
  return [...(err.stack ?? err.message ?? '').split('\n'), ...troubles(err.cause)]
}

/** What a visitor sent must not move the cursor or begin a line. */
function withoutControls(text: string) {
  return text.replaceAll(/\p{Cc}/gu, ' ')
}
