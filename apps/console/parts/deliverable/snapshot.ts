/** The content of a snapshot, as docs/deliverables.md has it; fields that a client has no use for are left out. */
export interface SnapshotContent {
  readonly revision: number
  readonly title: string
  readonly clientStatus: 'draft' | 'in_review' | 'delivered' | 'accepted'
  readonly dueDate: string | null
  readonly summary: string | null
  readonly artifacts: readonly { readonly name: string; readonly sha256: string }[]
}

export const readSnapshot = (text: string): SnapshotContent => JSON.parse(text) as SnapshotContent

/** SHA-256 of bytes, or of a text's in UTF-8, in hexadecimal; undefined if the browser has none, at an insecure address. */
export const sha256Of = async (content: string | ArrayBuffer): Promise<string | undefined> => {
  const subtle = globalThis.crypto.subtle as typeof crypto.subtle | undefined
  if (!subtle) return undefined
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content
  const digest = new Uint8Array(await subtle.digest('SHA-256', bytes))
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Whether the shown content is that of the mark. */
export type HashCheck = 'fits' | 'differs' | 'unknown'

/** Compares the text that arrived with the hash that it was published under. */
export const checkHash = async (snapshot: string, revisionHash: string): Promise<HashCheck> => {
  const computed = await sha256Of(snapshot)
  if (computed === undefined) return 'unknown'
  return computed === revisionHash ? 'fits' : 'differs'
}
