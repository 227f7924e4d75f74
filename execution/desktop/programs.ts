import { findBrowser, isExecutable } from '../sandbox/index.ts'

/** What a desktop is made of, with the package of Debian that has it. Sandboxes see all of /usr. */
const needed = [
  { program: 'Xvfb', package: 'xvfb' },
  { program: 'x11vnc', package: 'x11vnc' },
  { program: 'openbox', package: 'openbox' },
  { program: 'xterm', package: 'xterm' },
] as const

export interface DesktopPrograms {
  /** The browser of the machine; a desktop without one has a terminal alone. */
  readonly browser: string | undefined
  /** The packages that are missing; a desktop needs all of them. */
  readonly missing: readonly string[]
}

export const findDesktopPrograms = async (folder = '/usr/bin'): Promise<DesktopPrograms> => {
  const missing: string[] = []
  for (const one of needed) if (!(await isExecutable(`${folder}/${one.program}`))) missing.push(one.package)
  return { browser: await findBrowser(), missing }
}
