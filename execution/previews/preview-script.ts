import { programsPath } from '../packages/index.ts'

/** The text for `sh -c` that runs a command of a plan in the files of a build, with the programs of its packages. */
export const previewScript = (command: string): string => `${programsPath}\n${command}`
