import { findBrowser, isExecutable } from '../sandbox/index.ts'

/** Programs of a desktop, with the package of Debian that has each. Sandboxes see all of /usr. */
const screen = [
  { program: 'Xvfb', package: 'xvfb' },
  { program: 'openbox', package: 'openbox' },
  { program: 'xterm', package: 'xterm' },
] as const
const forPeople = [...screen, { program: 'x11vnc', package: 'x11vnc' }] as const
const forAgents = [
  ...screen,
  { program: 'xdotool', package: 'xdotool' },
  { program: 'scrot', package: 'scrot' },
] as const

export interface DesktopPrograms {
  /** The browser of the machine; a desktop without one has only a terminal. */
  readonly browser: string | undefined
  /** The packages that desktops of people miss; they need all of them. */
  readonly missing: readonly string[]
  /** The packages that desktops of agents miss. */
  readonly missingForAgents: readonly string[]
}

export const findDesktopPrograms = async (folder = '/usr/bin'): Promise<DesktopPrograms> => {
  const missingOf = async (needed: typeof forPeople | typeof forAgents) => {
    const missing: string[] = []
    for (const one of needed) if (!(await isExecutable(`${folder}/${one.program}`))) missing.push(one.package)
    return missing
  }
  return {
    browser: await findBrowser(),
    missing: await missingOf(forPeople),
    missingForAgents: await missingOf(forAgents),
  }
}
