import { forbiddenPath } from '../../../execution/repositories/index.ts'
import type { InvalidField, Static, Taken } from '../../../platform/contract/index.ts'
import type { FinalizeProjectImport } from './contract.ts'
import { offeredFields, offeredPaths } from './rules.ts'

export type Offered = Taken<Static<typeof FinalizeProjectImport>>

/** What is wrong with the protected content of a finalize, where the manifest names these paths as protected. */
export const wrongOffer = (offered: Offered, named: ReadonlySet<string>): InvalidField[] =>
  offeredFields(offered, named, new Set(offeredPaths(offered).filter(isForbidden)))

const isForbidden = (path: string) => !path.isWellFormed() || forbiddenPath(Buffer.from(path)) !== undefined

/** Those of the paths that a manifest names as protected which no checkout may have. */
export const forbiddenAmong = (named: ReadonlySet<string>): string[] => [...named].filter(isForbidden)

/** What is offered, as it is sealed and stored. */
export const clearContent = ({ protectedFiles, secrets }: Offered) => ({
  files: protectedFiles.map(({ contentBase64, ...file }) => ({ ...file, content: contentBase64!.bytes })),
  entries: secrets.entries ?? [],
})

/** Whether there is anything to seal. */
export const needsVault = ({ protectedFiles, secrets }: Offered): boolean =>
  protectedFiles.length > 0 || (secrets.entries ?? []).length > 0
