import { createHash } from 'node:crypto'
import { billDocument, type BillSubject } from './bill-document.ts'
import { normalName, type FileState } from './component.ts'
import type { ComponentType } from '../../packages/lock-files/index.ts'
import { readFiles, type CommitFiles } from './read-files.ts'

export interface Bill {
  readonly document: string
  /** The hash of the document, hexadecimal. */
  readonly sha256: string
  readonly files: readonly BillFile[]
}
export interface BillFile {
  readonly path: string
  /** The kind of packages that it names. */
  readonly type: ComponentType
  readonly state: FileState
  readonly sha256: string
  /** Each version once; only for development if every use is. */
  readonly components: readonly {
    readonly type: ComponentType
    readonly name: string
    readonly version: string
    readonly isDevelopment: boolean
  }[]
}

/** The bill of materials for a commit, and the content of its files, for the search. */
export const makeBill = ({ subject, files, unread }: CommitFiles & { readonly subject: BillSubject }): Bill => {
  const read = readFiles({ files, unread })
  const document = billDocument(subject, read)
  return {
    document,
    sha256: createHash('sha256').update(document).digest('hex'),
    files: read.map(({ components, ...file }) => {
      const found = new Map<string, BillFile['components'][number]>()
      for (const { type, name: written, version, isDevelopment } of components) {
        const name = normalName(type, written)
        const key = `${type} ${name} ${version}`
        const isOnly = isDevelopment && (found.get(key)?.isDevelopment ?? true)
        found.set(key, { type, name, version, isDevelopment: isOnly })
      }
      return { ...file, components: [...found.values()] }
    }),
  }
}
