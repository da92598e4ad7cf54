import { hash } from 'node:crypto'

/**
 * Chooses one of `count` shards by a hash of the id. Items that many requests write are spread over
 * shards, because DynamoDB limits the writes to one partition key. The same id always has the same
 * shard.
 */
export function shardOf(id: string, count: number) {
  return hash('sha1', id, 'buffer').readUInt32BE() % count
}
