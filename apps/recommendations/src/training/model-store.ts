/** A trained model and the version of the events it was trained on. */
export type StoredModel = { dataVersion: string; bytes: Uint8Array }

export interface ModelStore {
  /** Null before the first training, or when the stored model was trained on the version `unlessTrainedOn`. */
  read(options?: { unlessTrainedOn: string }): Promise<StoredModel | null>

  write(model: StoredModel): Promise<void>

  /** False while another process holds the lease. Only its holder trains; the other processes load its model. */
  acquireTrainingLease(durationMs: number): Promise<boolean>

  /** Does nothing when another process holds the lease. */
  releaseTrainingLease(): Promise<void>
}
