import { globSync, readFileSync } from 'node:fs'
import { brokenLockfileRules, type Lockfile, looseVersions, type Manifest } from './lockfile-rules.ts'

const read = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'))

const broken = [
  ...brokenLockfileRules(read('package-lock.json') as Lockfile),
  ...globSync(['package.json', '{apps,packages}/*/package.json', '{e2e,bench}/package.json']).flatMap(
    (path) => looseVersions(path, read(path) as Manifest),
  ),
]
process.stdout.write(broken.map((line) => `${line}\n`).join(''))
process.exitCode = broken.length > 0 ? 1 : 0
