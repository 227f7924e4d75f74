import { forbiddenPath } from '../../../execution/repositories/index.ts'
import type { InvalidField, Static, HandlerBody } from '../../../platform/contract/index.ts'
import type { FinalizeProjectImport } from './contract.ts'
import { contentFields, contentPaths } from './rules.ts'

export type ProtectedContent = HandlerBody<Static<typeof FinalizeProjectImport>>

/** The faults of a finalize's protected content, if the manifest names these paths as protected. */
export const invalidContent = (content: ProtectedContent, named: ReadonlySet<string>): InvalidField[] =>
  contentFields(content, named, new Set(contentPaths(content).filter(isForbidden)))

const isForbidden = (path: string) => !path.isWellFormed() || forbiddenPath(Buffer.from(path)) !== undefined

/** The paths that a manifest names as protected and that no checkout may have. */
export const forbiddenPaths = (named: ReadonlySet<string>): string[] => [...named].filter(isForbidden)

/** The offered content, as it is sealed and stored. */
export const plainContent = ({ protectedFiles, secrets }: ProtectedContent) => ({
  files: protectedFiles.map(({ contentBase64, ...file }) => ({ ...file, content: contentBase64!.bytes })),
  entries: secrets.entries ?? [],
})

/** True if there is anything to seal. */
export const needsVault = ({ protectedFiles, secrets }: ProtectedContent): boolean =>
  protectedFiles.length > 0 || (secrets.entries ?? []).length > 0
