export {
  isEvidence,
  isFixture,
  isRunnerSetting,
  isSharedSetting,
  isSnapshot,
  isTestName,
  isTestPath,
  settingKindOf,
  type SettingKind,
} from './test-paths.ts'
export { viewsOf, type Views } from './lexer.ts'
export { valuesIn } from './values.ts'
export { isProgram, languageOf, type Language } from './languages.ts'
export type { HealedTests } from './answers-for-tests.ts'
export type { WeakeningInput } from './find-weakening.ts'
export { followedPaths, type JudgingTexts } from './followed-commands.ts'
export type { ChangedText, Finding, Level } from './change.ts'
export { kindsNoTestShows } from './unshown-kinds.ts'
export { isDocumentPath } from './unshown/document-paths.ts'
