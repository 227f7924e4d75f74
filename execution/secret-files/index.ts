export { type Kind, type RebuiltEntry } from './dialect.ts'
export { dotenvHolds } from './dotenv-values.ts'
export { type Change, isText, UnwritableValue } from './edit.ts'
export { type Format, formats, isFormat } from './formats.ts'
export { isExampleName } from './recognize.ts'
export {
  buildSecretFile,
  exportSecretFile,
  isExportedAnew,
  type ParsedFile,
  parseSecretFile,
  type SecretFileEntry,
  secretFileLimits,
  writeSecretFile,
} from './secret-files.ts'
export { openSecretFiles, type SecretFiles } from './secret-files-thread.ts'
export { UnreadableFile } from './text.ts'
export { guardYaml } from './yaml-guard.ts'
