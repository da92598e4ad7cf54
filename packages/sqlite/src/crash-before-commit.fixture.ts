/**
 * A program for writer.test.ts. It acknowledges one write, and is killed before the commit of two
 * more writes.
 */
import { writeSync } from 'node:fs'
import { openDatabase } from './database.ts'
import { jars } from './jars.fixture.ts'

const database = openDatabase({
  path: process.argv[2] ?? '',
  migrations: [jars],
  now: () => new Date(0),
})
const insert = database.connection.prepare('INSERT INTO jars (label, sweets) VALUES (?, 1)')
const acknowledge = (label: string) => writeSync(1, `acknowledged ${label}\n`)

await database.write(() => insert.run('first'))
acknowledge('first')

// From here on, the process is killed just before a commit.
const exec = database.connection.exec.bind(database.connection)
database.connection.exec = (sql) => {
  if (sql === 'COMMIT') process.kill(process.pid, 'SIGKILL')
  return exec(sql)
}
await Promise.all(
  ['second', 'third'].map(async (label) => {
    await database.write(() => insert.run(label))
    acknowledge(label)
  }),
)
