/** A trained model and the version of the events it was trained on. */
export type StoredModel = { dataVersion: string; bytes: Uint8Array }

export interface ModelStore {
  /**
   * Returns null before the first training, and when the stored model was trained on the version
   * `unlessTrainedOn`.
   */
  read(options?: { unlessTrainedOn: string }): Promise<StoredModel | null>

  write(model: StoredModel): Promise<void>

  /**
   * Returns false while another process holds the lease. Only the holder trains. The other
   * processes load the model that the holder stores.
   */
  acquireTrainingLease(durationMs: number): Promise<boolean>

  /** Does nothing when another process holds the lease. */
  releaseTrainingLease(): Promise<void>
}
