/** A bucket for each key. Tokens flow in at `rate` a second, and a bucket holds at most the tokens of one second. */
export function createTokenBuckets(rate: number, now: () => number) {
  const buckets = new Map<string, { tokens: number; refilledAt: number }>()

  function refill(key: string) {
    const time = now()
    const { tokens, refilledAt } = buckets.get(key) ?? { tokens: rate, refilledAt: time }
    const added = ((time - refilledAt) / 1000) * rate
    const bucket = { tokens: Math.min(rate, tokens + added), refilledAt: time }
    buckets.set(key, bucket)
    return bucket
  }

  return {
    /**
     * A request is allowed unless its bucket is empty. As in DynamoDB, it may take more tokens than
     * are left.
     */
    isEmpty: (key: string) => refill(key).tokens <= 0,
    take(key: string, tokens: number) {
      refill(key).tokens -= tokens
    },
  }
}
