/** A trained model and the revision of the events that it was trained on. */
export type StoredModel = { revision: string; bytes: Uint8Array }

export interface ModelStore {
  /** Null before the first training, and when what is kept is of the revision that is known already. */
  read(known?: string): Promise<StoredModel | null>

  write(model: StoredModel): Promise<void>

  /** True for one of many processes, until then: it trains, the others take what it has written. */
  acquireTrainingLease(until: Date): Promise<boolean>

  /** Another may train at once. Does nothing when another does so already. */
  releaseTrainingLease(): Promise<void>
}
