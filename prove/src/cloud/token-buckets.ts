/** A bucket for each key. Tokens flow in at `rate` a second, and a bucket holds at most the tokens of one second. */
export function createTokenBuckets(rate: number, now: () => number) {
  const buckets = new Map<string, { tokens: number; at: number }>()

  function refill(key: string) {
    const time = now()
    const { tokens, at } = buckets.get(key) ?? { tokens: rate, at: time }
    const bucket = { tokens: Math.min(rate, tokens + ((time - at) / 1000) * rate), at: time }
    buckets.set(key, bucket)
    return bucket
  }

  return {
    /** As in DynamoDB, a request is let in while any token is left, and may take more than that. */
    isEmpty: (key: string) => refill(key).tokens <= 0,
    take(key: string, tokens: number) {
      refill(key).tokens -= tokens
    },
  }
}
