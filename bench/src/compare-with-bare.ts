import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Answer, bodyOf, captureAnswer } from './answer.ts'
import { compare } from './compare.ts'
import { FIRST_UNIQUE, UNIQUE_MARK } from './load.ts'
import type { MeasuredProcess } from './measured-process.ts'
import type { Bench, Finding } from './row.ts'

export type Question = {
  what: string
  atLeast: number
  requests: string[]
  status: number
  /** Whether our answers differ from each other, as those to writes do; otherwise each must be as long as the first. */
  varies?: boolean
}

/** Ours against a bare server that gives the same answer to the same requests. */
export async function compareWithBare(bench: Bench, ours: MeasuredProcess, question: Question) {
  const { what, atLeast, requests, status, varies = false } = question
  const answer = await firstAnswer(ours.url, question)
  const { length } = bodyOf(answer)
  const bare = await startBare(bench, answer)

  const [bareCost, ourCost] = await compare(
    bench.generator,
    [
      { process: bare, load: { requests, expected: { status, bodyLength: length } } },
      { process: ours, load: { requests, expected: { status, bodyLength: varies ? undefined : length } } },
    ],
    bench.effort,
  )
  return { kind: 'ratio', what, atLeast, bare: bareCost, ours: ourCost } satisfies Finding
}

export function startBare(bench: Bench, answer: Answer) {
  const file = join(bench.freshFolder(), 'answer.json')
  writeFileSync(file, JSON.stringify(answer))
  return bench.start({ program: join(import.meta.dirname, 'bare-server.ts'), args: [file] })
}

async function firstAnswer(url: string, { requests: [first = ''], status }: Question) {
  const answer = await captureAnswer(url, first.replace(UNIQUE_MARK, String(FIRST_UNIQUE)))
  if (answer.status !== status)
    throw new Error(`the first answer is ${answer.status}, not ${status}: ${bodyOf(answer).toString()}`)
  return answer
}
