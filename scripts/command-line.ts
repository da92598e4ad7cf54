import { existsSync } from 'node:fs'
import { loadEnvFile } from 'node:process'
import { parseArgs, type ParseArgsOptionsConfig } from 'node:util'

/**
 * Parses the arguments of a script. For a wrong argument, this function and the functions that it
 * returns print one line with the usage and end the process.
 */
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
      // Only the first sentence of Node's message names the wrong argument.
      return fail(messageOf(error).split('. ')[0] ?? '')
    }
  }

  const { values, positionals } = parse()

  /** The command that the first positional argument names, and the arguments after it. */
  function chooseCommand<Command>(
    commands: Record<string, Command>,
    allowedParameterCounts: (command: Command) => readonly number[] = () => [0],
  ) {
    const [name = '', ...parameters] = positionals
    const command = Object.hasOwn(commands, name) ? commands[name] : undefined
    if (!command || !allowedParameterCounts(command).includes(parameters.length)) return fail('Nothing done')
    return { command, parameters }
  }

  /** For a script without positional arguments. */
  function refusePositionals() {
    if (positionals.length > 0) fail(`Unexpected argument '${positionals.join(' ')}'`)
  }

  /** Parses the value of the option `--name`. */
  function parsePositiveNumber(name: string, text: string): number {
    const value = Number(text)
    return value > 0 && Number.isFinite(value) ? value : fail(`--${name} must be a number above 0`)
  }

  /** Parses the value of the option `--name`. */
  function parsePositiveInteger(name: string, text: string): number {
    const value = Number(text)
    return value > 0 && Number.isSafeInteger(value) ? value : fail(`--${name} must be a whole number above 0`)
  }

  /**
   * Returns the names that the repeatable option `--option` selects. Without the option, returns
   * all known names.
   */
  function select(
    option: string,
    known: readonly string[],
    selected: readonly string[] | undefined,
  ): ReadonlySet<string> {
    const unknown = selected?.filter((name) => !known.includes(name)) ?? []
    if (unknown.length > 0) fail(`There is no ${option} ${unknown.join(', ')}, only ${known.join(', ')}`)
    return new Set(selected ?? known)
  }

  return {
    values,
    positionals,
    fail,
    chooseCommand,
    refusePositionals,
    parsePositiveNumber,
    parsePositiveInteger,
    select,
  }
}

/** Adds the variables in `.env` to the environment. Variables of the shell take precedence. */
export function loadEnvironment() {
  if (existsSync('.env')) loadEnvFile('.env')
}

/** The first line of an error's message. */
export function messageOf(error: unknown): string {
  const text = error instanceof Error ? error.message || error.name : String(error)
  return text.split('\n')[0] ?? ''
}
