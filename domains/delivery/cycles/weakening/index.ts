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
