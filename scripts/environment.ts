import { existsSync } from 'node:fs'
import { loadEnvFile } from 'node:process'

/** What the shell has set wins over the file. */
export function loadEnvironment() {
  if (existsSync('.env')) loadEnvFile('.env')
}
