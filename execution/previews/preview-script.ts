import { programsPath } from '../packages/index.ts'

/** The text for `sh -c` that runs a command from a plan in the files of a build, with programs from its packages. */
export const previewScript = (command: string): string => `${programsPath}\n${command}`
