import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import { evaluate, type Round } from '../apps/recommendations/src/evaluation/evaluate.ts'
import { logLines } from '../apps/recommendations/src/evaluation/log-lines.ts'
import { makeLog } from '../apps/recommendations/src/evaluation/make-log.ts'
import { type Log, readLog } from '../apps/recommendations/src/evaluation/read-log.ts'
import { type Protocol, PROTOCOLS } from '../apps/recommendations/src/evaluation/split-log.ts'
import { metricsTable } from '../apps/recommendations/src/evaluation/table.ts'

const USAGE = `say npm run evaluate -- FILE [--protocol ${PROTOCOLS.join('|')}] [--k 4,6,10], or --make ROWS FILE`
const LONGEST_LIST = 100
const RANDOM_SEEDS = [1, 2, 3]
const MADE_SEED = 1

const SPLITS: Record<Protocol, string> = {
  random: "a quarter of each user's items hidden at random, seen items removed",
  time: 'the last fifth of all rows hidden, new users included',
  basket: "each user's last basket hidden, repeats allowed",
}

// Who pipes it into another program and closes that early has read enough.
process.stdout.on('error', () => process.exit(1))

try {
  const { file, make, protocol, lengths } = readArguments()
  if (make === null) await evaluateFile(file, protocol, lengths)
  else await makeFile(file, make)
} catch (error) {
  process.stderr.write(`Could not evaluate: ${(error as Error).message}\n`)
  process.exitCode = 1
}

async function evaluateFile(file: string, asked: Protocol | null, lengths: number[]) {
  const start = clock()
  const log = await readLog(file)
  const protocol = asked ?? (log.hasBaskets ? 'basket' : 'time')
  process.stdout.write(describeLog(log, clock() - start))
  const seeds = protocol === 'random' ? RANDOM_SEEDS : [MADE_SEED]
  process.stdout.write(
    `split: ${protocol}, ${SPLITS[protocol]}${protocol === 'random' ? `, seeds ${seeds.join(', ')}` : ''}\n`,
  )

  const rounds = seeds.map((seed) => {
    const round = evaluate(log.interactions, { protocol, lengths, seed, clock })
    process.stdout.write(describeRound(round))
    return round
  })
  process.stdout.write(
    `\n${metricsTable(
      rounds.map(({ rows }) => rows),
      lengths,
    )}`,
  )
  process.stdout.write(
    `\nThe model is the one that serves, before it adds variety and something new to its list.\n${(clock() - start).toFixed(1)} s in all\n`,
  )
}

function describeLog({ interactions, hasBaskets }: Log, seconds: number) {
  const users = new Set(interactions.map(({ userId }) => userId)).size
  const items = new Set(interactions.map(({ productId }) => productId)).size
  const baskets = hasBaskets ? `, ${count(new Set(interactions.map(basketOf)).size)} baskets` : ''
  return `${count(users)} users, ${count(items)} items, ${count(interactions.length)} rows${baskets}, read in ${seconds.toFixed(1)} s\n`
}

function basketOf({ userId, basketId }: Log['interactions'][number]) {
  return `${userId}\t${basketId}`
}

function describeRound({ blend, askedUsers, trainingRows, seconds }: Round) {
  const chosen = [
    `ridge ${blend.ridge}`,
    `personal share ${blend.personalShare}`,
    `decay ${blend.decay}`,
    `habit power ${blend.repurchasePower}`,
    `popularity weight ${blend.popularityWeight}`,
    `of ${blend.popularityDays} days`,
    blend.rebuys ? 'bought again' : 'never bought again',
  ].join(', ')
  return `trained on ${count(trainingRows)} rows in ${seconds.training.toFixed(1)} s (${chosen}); ${count(askedUsers)} users ranked three ways in ${seconds.ranking.toFixed(1)} s\n`
}

async function makeFile(file: string, rows: number) {
  const lines = logLines(makeLog({ rows, seed: MADE_SEED }))
  await pipeline(Readable.from(lines), createWriteStream(file))
  process.stdout.write(`${file} has ${count(rows)} rows of shoppers that nobody has met\n`)
}

function readArguments() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      protocol: { type: 'string' },
      k: { type: 'string', default: '4,6,10' },
      make: { type: 'string' },
    },
  })
  const [file, ...others] = positionals
  if (file === undefined || others.length > 0) throw new Error(USAGE)
  const protocol = PROTOCOLS.find((name) => name === values.protocol) ?? null
  if (values.protocol !== undefined && protocol === null) {
    throw new Error(`--protocol must be one of ${PROTOCOLS.join(', ')}`)
  }
  const lengths = values.k.split(',').map(Number)
  if (!lengths.every((length) => Number.isInteger(length) && length > 0 && length <= LONGEST_LIST)) {
    throw new Error(`--k must be whole numbers from 1 to ${LONGEST_LIST}, as in 4,6,10`)
  }
  const make = values.make === undefined ? null : Number(values.make)
  if (make !== null && !(Number.isInteger(make) && make > 0))
    throw new Error('--make must be a number of rows')
  return { file, make, protocol, lengths }
}

function clock() {
  return performance.now() / 1000
}

function count(number: number) {
  return number.toLocaleString('en')
}
