import type { Dynamo } from '@nashta/dynamodb/create-client'
import { connectDynamoDbLocal } from '@nashta/dynamodb/dynamodb-local.fixture'

/** A process may die before it sends a request, or after DynamoDB has responded. */
type Moment = 'before' | 'after'

/** A client whose requests all fail once `isDead` has returned true, as if its process had died. */
async function clientDying(isDead: (moment: Moment, commandName: string) => boolean): Promise<Dynamo> {
  const client = await connectDynamoDbLocal()
  let hasDied = false
  client.middlewareStack.add(
    (next, { commandName = '' }) =>
      async (args) => {
        hasDied ||= isDead('before', commandName)
        if (hasDied) throw new Error('The process has died')
        const result = await next(args)
        hasDied ||= isDead('after', commandName)
        return result
      },
    { step: 'initialize' },
  )
  return client
}

export function clientDyingBeforeTransaction() {
  return clientDying((moment, commandName) => moment === 'before' && isTransaction(commandName))
}

/** The transaction still gets its response. Every later request fails. */
export function clientDyingAfterTransaction() {
  return clientDying((moment, commandName) => moment === 'after' && isTransaction(commandName))
}

/** Sends `count` writes, and dies before the next one. */
export function clientDyingAfterWrites(count: number) {
  let sent = 0
  return clientDying((moment, commandName) => {
    if (moment === 'after' || !isWrite(commandName)) return false
    sent += 1
    return sent > count
  })
}

function isTransaction(commandName: string) {
  return commandName.startsWith('TransactWrite')
}

function isWrite(commandName: string) {
  return /^(?:Put|Update|Delete|BatchWrite|TransactWrite)/.test(commandName)
}
