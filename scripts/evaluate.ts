import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { makeLog } from '../apps/recommendations/src/model/generated-log.fixture.ts'
import { evaluate, type Round } from '../bench/src/recommendations/evaluate.ts'
import { formatLog, type Log, readLog } from '../bench/src/recommendations/read-log.ts'
import { type Protocol, PROTOCOLS } from '../bench/src/recommendations/split-log.ts'
import { metricsTable } from '../bench/src/recommendations/table.ts'
import { messageOf, readCommandLine } from './command-line.ts'

const LONGEST_LIST = 100
const RANDOM_SEEDS = [1, 2, 3]
/** Protocols that hide at random. */
const SEVERAL_SEEDS = new Set<Protocol>(['random', 'completion'])
const DEFAULT_SEED = 1

/** The output says in these words which part of the log is hidden from the training. */
const SPLIT_TEXTS: Record<Protocol, string> = {
  random: "a quarter of each user's items hidden at random, and items of the history are not suggested",
  time: 'the last fifth of all rows hidden, so some users are new',
  completion: 'a fifth of all baskets hidden, and one item of each to be found from its others alone',
  basket: "each user's last basket hidden, and items of the history may be suggested",
}

const { values, positionals, fail, parsePositiveInteger } = readCommandLine(
  `npm run evaluate -- FILE [--protocol ${PROTOCOLS.join('|')}] [--k 4,6,10]; with --make ROWS it writes a generated log to FILE instead`,
  { protocol: { type: 'string' }, k: { type: 'string', default: '4,6,10' }, make: { type: 'string' } },
)
const [file = fail('A file is missing'), ...others] = positionals
if (others.length > 0) fail('There can be one file only')
const protocol = PROTOCOLS.find((name) => name === values.protocol) ?? null
if (values.protocol !== undefined && !protocol) fail(`There is no protocol ${values.protocol}`)
/** The lengths of the lists of suggestions to evaluate. */
const lengths = values.k.split(',').map(Number)
if (!lengths.every((length) => Number.isInteger(length) && length > 0 && length <= LONGEST_LIST))
  fail(`--k must be whole numbers from 1 to ${LONGEST_LIST}`)
const rowsToMake = values.make === undefined ? null : parsePositiveInteger('make', values.make)

// Writing fails when a program such as `head` closes the pipe.
process.stdout.on('error', () => process.exit(1))

try {
  if (rowsToMake === null) await evaluateFile(file)
  else await makeFile(file, rowsToMake)
} catch (error) {
  const purpose = rowsToMake === null ? 'evaluate' : 'make the log'
  process.stderr.write(`Could not ${purpose}: ${messageOf(error)}\n`)
  process.exitCode = 1
}

async function evaluateFile(path: string) {
  const start = nowSeconds()
  const log = await readLog(path)
  const usedProtocol = protocol ?? (log.hasBaskets ? 'basket' : 'time')
  process.stdout.write(describeLog(log, nowSeconds() - start))
  const seeds = SEVERAL_SEEDS.has(usedProtocol) ? RANDOM_SEEDS : [DEFAULT_SEED]
  process.stdout.write(
    `split: ${usedProtocol}, ${SPLIT_TEXTS[usedProtocol]}${SEVERAL_SEEDS.has(usedProtocol) ? `, seeds ${seeds.join(', ')}` : ''}\n`,
  )

  const rounds = seeds.map((seed) => {
    const round = evaluate(log.interactions, { protocol: usedProtocol, lengths, seed, clock: nowSeconds })
    process.stdout.write(describeRound(round))
    return round
  })
  const resultsOfRounds = rounds.map(({ results }) => results)
  const table = metricsTable(resultsOfRounds, lengths)
  process.stdout.write(
    `\n${table}\nThe model is that of the store, without the variety and the new products that the store adds to its lists.\n${(nowSeconds() - start).toFixed(1)} s in total\n`,
  )
}

function describeLog({ interactions, hasBaskets }: Log, seconds: number) {
  const users = new Set(interactions.map(({ userId }) => userId)).size
  const items = new Set(interactions.map(({ productId }) => productId)).size
  const baskets = hasBaskets ? `, ${formatCount(new Set(interactions.map(basketOf)).size)} baskets` : ''
  return `${formatCount(users)} users, ${formatCount(items)} items, ${formatCount(interactions.length)} rows${baskets}, read in ${seconds.toFixed(1)} s\n`
}

function basketOf({ userId, eventId }: Log['interactions'][number]) {
  return `${userId}\t${eventId}`
}

function describeRound({ blend, evaluatedUsers, trainingRows, seconds }: Round) {
  const chosen = [
    `ridge ${blend.ridge}`,
    `repeat weight ${blend.repeatWeight}`,
    `decay ${blend.decay}`,
    `repurchase exponent ${blend.repurchaseExponent}`,
    `popularity weight ${blend.popularityWeight}`,
    `popularity period ${blend.popularityDays} days`,
    blend.hasRepeatPurchases ? 'shoppers buy again' : 'shoppers do not buy again',
  ].join(', ')
  return `trained on ${formatCount(trainingRows)} rows in ${seconds.training.toFixed(1)} s (${chosen}); ${formatCount(evaluatedUsers)} users or baskets, each with the lists of all rankers, in ${seconds.ranking.toFixed(1)} s\n`
}

async function makeFile(path: string, rows: number) {
  const chunks = formatLog(makeLog({ rows, seed: DEFAULT_SEED }))
  await pipeline(Readable.from(chunks), createWriteStream(path))
  process.stdout.write(`${path} has ${formatCount(rows)} generated rows\n`)
}

function nowSeconds() {
  return performance.now() / 1000
}

function formatCount(number: number) {
  return number.toLocaleString('en')
}
