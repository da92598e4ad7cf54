import { existsSync } from 'node:fs'
import { loadEnvFile } from 'node:process'
import { parseArgs, type ParseArgsOptionsConfig } from 'node:util'

/** Reads the options and positional arguments of a command; ends it with one line of usage if they are wrong. */
export function readCommandLine<const Options extends ParseArgsOptionsConfig>(
  usage: string,
  options: Options,
) {
  function fail(problem: string): never {
    process.stderr.write(`${problem}; usage: ${usage}\n`)
    process.exit(1)
  }

  function parse() {
    try {
      return parseArgs({ options, allowPositionals: true })
    } catch (error) {
      // The first sentence names the argument, the others explain how to escape it.
      return fail(messageOf(error).split('. ')[0] ?? '')
    }
  }

  const { values, positionals } = parse()

  /** The command that the first positional argument names, and the arguments after it. */
  function chooseCommand<Command>(
    commands: Record<string, Command>,
    parameterCount: (command: Command) => number,
  ) {
    const [name = '', ...parameters] = positionals
    const command = Object.hasOwn(commands, name) ? commands[name] : undefined
    if (!command || parameters.length !== parameterCount(command)) return fail('Nothing done')
    return { command, parameters }
  }

  /** For a command without positional arguments. */
  function refusePositionals() {
    if (positionals.length > 0) fail(`Unexpected argument '${positionals.join(' ')}'`)
  }

  /** The number in the text of `--name`. */
  function positiveNumber(name: string, text: string): number {
    const value = Number(text)
    return value > 0 && Number.isFinite(value) ? value : fail(`--${name} must be a number above 0`)
  }

  function positiveInteger(name: string, text: string): number {
    const value = Number(text)
    return value > 0 && Number.isSafeInteger(value) ? value : fail(`--${name} must be a whole number above 0`)
  }

  /** The selected names, or all known names when none is selected. */
  function select(
    name: string,
    known: readonly string[],
    selected: readonly string[] | undefined,
  ): ReadonlySet<string> {
    const unknown = selected?.filter((one) => !known.includes(one)) ?? []
    if (unknown.length > 0) fail(`There is no ${name} ${unknown.join(', ')}, only ${known.join(', ')}`)
    return new Set(selected ?? known)
  }

  return {
    values,
    positionals,
    fail,
    chooseCommand,
    refusePositionals,
    positiveNumber,
    positiveInteger,
    select,
  }
}

/** Variables of the shell win over those of the file `.env`. */
export function loadEnvironment() {
  if (existsSync('.env')) loadEnvFile('.env')
}

/** The first line of an error's message. */
export function messageOf(error: unknown): string {
  const text = error instanceof Error ? error.message || error.name : String(error)
  return text.split('\n')[0] ?? ''
}
