/** A trained model and the version of the events it was trained on. */
export type StoredModel = { dataVersion: string; bytes: Uint8Array }

export interface ModelStore {
  /** Null before the first training, or when the stored model has the version `known`. */
  read(known?: string): Promise<StoredModel | null>

  write(model: StoredModel): Promise<void>

  /** True for one process at a time, until the given time: it trains, the others load its model. */
  acquireTrainingLease(until: Date): Promise<boolean>

  /** Does nothing when another process holds the lease. */
  releaseTrainingLease(): Promise<void>
}
