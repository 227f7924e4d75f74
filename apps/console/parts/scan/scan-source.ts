import { createProjectImportScan } from '../../../../domains/code/imports/contract.ts'
import type { Reply } from '../../../../platform/client/index.ts'
import { call } from '../../api/client.ts'
import type { ImportSource } from './dropped-items.ts'
import { tarOf } from './tar.ts'

export type Scan = Reply<typeof createProjectImportScan>
export interface Scanned {
  readonly scan: Scan
  /** Name of the bundle, the folder or the repository. */
  readonly name: string
  /** The repository of a connected code host that it comes from. */
  readonly from?: { readonly codeHostId: string; readonly fullName: string }
}

const sent = (given: ImportSource) =>
  'bundle' in given
    ? { name: given.bundle.name.replace(/\.bundle$/, ''), content: given.bundle as Blob }
    : { name: given.folder, content: tarOf(given.files), mediaType: 'application/x-tar' }

/** Has the server look at a bundle or a folder before anything is made of it. */
export const scanSource = async (given: ImportSource): Promise<Scanned> => {
  const { name, content, mediaType } = { mediaType: undefined, ...sent(given) }
  const body = { content, sizeBytes: content.size, ...(mediaType && { mediaType }) }
  return { name, scan: await call(createProjectImportScan, { body }) }
}
