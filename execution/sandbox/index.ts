export { browserVariables, findBrowser, findCamera, isExecutable } from './browser.ts'
export { chooseDriver } from './choose-driver.ts'
export { folderBytes } from './disk.ts'
export { makeOwnFolder, makeSocketFolder, remakeOwnFolder, removeOwnFolder } from './scratch.ts'
export { folderMark, ownerIsGone, ownerMark } from './owner-mark.ts'
export { homePath, packagesFolderOf, packagesPath, settingOfLimit, worktreePath } from './sandbox.ts'
export { faultOfVariable } from './variable-names.ts'
export type {
  Command,
  DriverName,
  ImageProgram,
  Outcome,
  OutputMask,
  OutputStream,
  Sandbox,
  SandboxDriver,
  SandboxLimits,
  SandboxSpec,
  StopReason,
} from './sandbox.ts'
export { bridgePath } from './view.ts'
