import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync, Visitor } from 'oxc-parser'
import { expectFigures, type Proof } from '../proof.ts'

const PROJECT = join(import.meta.dirname, '../../..')
const SHIPPED_FILES = '{apps,packages}/*/{src,app,server}/**/*.{ts,tsx}'
const NOT_SHIPPED = /\.(?:test|suite|fixture|d)\.tsx?$/

const TEXT_LENGTH_MAX = 100_000
const CPU_MS_MAX = 10
/** The fastest of these runs counts: a busy machine makes a run longer, never shorter. */
const RUNS = 5

type Pattern = { file: string; source: string; flags: string }

export const slowPatterns: Proof = {
  id: 'S14',
  test: 'Every regular expression of the shipped code is given texts made to slow it down',
  sizes: { quick: 30, short: 100, nightly: 600 },
  unit: 'texts for each expression, up to 100 KB',
  async run(_context, size) {
    const patterns = shippedPatterns()
    const slow: string[] = []
    let worstMs = 0
    for (const pattern of patterns) {
      for (const attack of attacksOn(pattern.source, size)) {
        const { ms, length } = measureAttack(pattern, attack)
        worstMs = Math.max(worstMs, ms)
        if (ms <= CPU_MS_MAX) continue
        slow.push(`/${pattern.source}/ in ${pattern.file}: ${Math.round(ms)} ms at ${length} characters`)
        break
      }
    }
    expectFigures({
      'patterns that are slow': [slow.join('; '), ''],
      'more than 50 patterns were found': [patterns.length > 50, true],
    })
    return `${patterns.length} patterns: the slowest takes ${worstMs.toFixed(1)} ms of CPU`
  },
  mutations: [
    {
      what: 'the pattern of an e-mail address needs exponential time',
      file: 'packages/contracts/src/account/checks.ts',
      from: '(?:\\.[^\\s@.,;:<>()[\\]"\\\\\\p{Cc}]+)+$/u',
      to: '(?:\\.?[^\\s@,;:<>()[\\]"\\\\\\p{Cc}]+)+$/u',
    },
  ],
}

/** Returns each pattern once, with one of the files that contain it. */
function shippedPatterns(): Pattern[] {
  const files = globSync(SHIPPED_FILES, { cwd: PROJECT }).filter((file) => !NOT_SHIPPED.test(file))
  const found = files.flatMap((file) => patternsIn(file, readFileSync(join(PROJECT, file), 'utf8')))
  return [...new Map(found.map((pattern) => [`/${pattern.source}/${pattern.flags}`, pattern])).values()]
}

function patternsIn(file: string, code: string): Pattern[] {
  const found: Pattern[] = []
  const visitor = new Visitor({
    Literal(node) {
      if ('regex' in node) found.push({ file, source: node.regex.pattern, flags: node.regex.flags })
    },
    // The user pool has patterns in String.raw and matches them against the whole text.
    TaggedTemplateExpression({ tag, quasi: { quasis } }) {
      const isRaw = code.slice(tag.start, tag.end) === 'String.raw' && quasis.length === 1
      if (isRaw) found.push({ file, source: `^(?:${quasis[0]?.value.raw})$`, flags: 'u' })
    },
  })
  visitor.visit(parseSync(file, code).program)
  return found
}

/** The most common characters come first. */
const CHARACTERS = [
  'a',
  '0',
  ' ',
  '-',
  '.',
  'A',
  '@',
  '/',
  '"',
  '<',
  '=',
  ':',
  '%',
  '\n',
  '\u00e9',
  'f',
  '_',
  ',',
]
const SEPARATORS = ['@', ':', '/', '.', '-', '=', '<', '$']
const TAILS = ['\u0000', '', '!']

/** Makes a text of about this length. */
type Attack = (length: number) => string

/**
 * Each text has a head that may match, a long repetition, and a tail that should not match. The
 * characters are common ones and those of the pattern.
 */
function* attacksOn(source: string, count: number): Generator<Attack> {
  const withoutEscapes = source.replace(/\\[A-Za-z]/g, '')
  const charactersOfPattern = [...new Set(withoutEscapes.match(/[\w@./:<>=" %,-]/g) ?? [])]
  /** Runs of literal characters, such as a tag or a prefix. */
  const words = source.match(/[\w@/:<=" -]{2,}/g) ?? []
  const headsWithSeparator = SEPARATORS.filter((separator) => source.includes(separator)).map(
    (separator) => `a${separator}`,
  )
  const heads = [
    ...new Set(['', ...headsWithSeparator, ...words.slice(0, 1), ...charactersOfPattern.slice(0, 1)]),
  ]
  // A small `count` uses only the first of these, so the most promising come first.
  const repeatable = [
    ...new Set([...CHARACTERS.slice(0, 3), ...words, ...charactersOfPattern, ...CHARACTERS]),
  ]
  const pairs = repeatable.flatMap((first) => charactersOfPattern.slice(0, 6).map((second) => first + second))
  let made = 0
  for (const tail of TAILS) {
    for (const repeated of [...repeatable, ...pairs]) {
      for (const head of heads) {
        yield (length) => head + repeated.repeat(Math.ceil(length / repeated.length)) + tail
        made += 1
        if (made >= count) return
      }
    }
  }
}

/**
 * Returns the time for the longest text, or for the first one that is slow. The text grows step by
 * step, because a slow pattern would never finish with a long text. Below 200 characters the steps
 * are small, because a pattern with exponential time becomes slow there.
 */
function measureAttack({ source, flags }: Pattern, attack: Attack) {
  for (let length = 16; ;) {
    const ms = cheapestRunMs(new RegExp(source, flags), attack(length))
    if (ms > CPU_MS_MAX || length >= TEXT_LENGTH_MAX) return { ms, length }
    const factor = length < 200 ? 1.25 : 4
    length = Math.min(TEXT_LENGTH_MAX, Math.ceil(length * factor))
  }
}

function cheapestRunMs(pattern: RegExp, text: string) {
  let cheapest = Number.POSITIVE_INFINITY
  // One run far below the limit is enough.
  for (let run = 0; run < RUNS && cheapest > CPU_MS_MAX / 2; run += 1) {
    const before = process.cpuUsage()
    search(pattern, text)
    const { user, system } = process.cpuUsage(before)
    cheapest = Math.min(cheapest, (user + system) / 1000)
  }
  return cheapest
}

/** Searches the text as the code does: for the first match, or with the flag `g` for all. */
function search(pattern: RegExp, text: string) {
  pattern.lastIndex = 0
  if (!pattern.global) return pattern.test(text)
  return text.replace(pattern, '').length > 0
}
