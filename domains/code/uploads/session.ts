/** What is declared of a bundle before it is uploaded, whatever it becomes. */
export interface BundleSession {
  readonly id: string
  readonly commitSha: string
  /** The branch of the bundle that has to be at the commit. */
  readonly defaultBranch: string
  readonly bundleSha256: string
  readonly bundleSizeBytes: number
  readonly manifestSha256: string
}
