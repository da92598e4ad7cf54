/** How often each fault happens, as a share of the requests from 0 to 1. */
export type Faults = {
  /** DynamoDB acts, and its response never arrives. */
  lost: number
  /** The response arrives `lateMs` milliseconds later. */
  late: number
  lateMs: number
  /** An item of a batch is returned as unprocessed. This is a share of the items. */
  unprocessed: number
  /**
   * The request is refused as throttled, although its key is below its limit. Batches have
   * `unprocessed` instead. Scans and transactions of reads are never refused.
   */
  throttled: number
}

export const NO_FAULTS: Faults = { lost: 0, late: 0, lateMs: 0, unprocessed: 0, throttled: 0 }
