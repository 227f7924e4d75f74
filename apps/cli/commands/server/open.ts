import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { findCredentials } from '../../client/credentials.ts'
import type { Session } from '../../session.ts'

export const places = { start: '/', docs: '/docs' } as const

interface OpenOptions {
  readonly print?: boolean
}

/** `atelier open [place]`: opens a page in a browser, or prints its URL on a machine without a screen. */
export const open = async (session: Session, place: keyof typeof places, { print = false }: OpenOptions) => {
  const { output, environment } = session
  const { url } = await findCredentials(environment)
  // A stored address is an origin by its form, so that nothing in it is an option or a command.
  const address = new URL(places[place], url).href
  const opener = print || output.json ? undefined : openerOf(process.platform, environment)
  const opened = opener !== undefined && (await start(opener, address))
  output.document({ url: address, opened })
  if (opened) output.say(`Opened in your browser: ${address}`)
  else output.print(address)
}

/** The program that opens an address in the person's browser; undefined without a screen. */
export const openerOf = (platform: NodeJS.Platform, environment: NodeJS.ProcessEnv): string | undefined => {
  if (platform === 'darwin') return 'open'
  return environment.DISPLAY || environment.WAYLAND_DISPLAY ? 'xdg-open' : undefined
}

/** Whether it took the address; a missing program did not. */
const start = async (program: string, address: string): Promise<boolean> => {
  const child = spawn(program, [address], { stdio: 'ignore', detached: true })
  const ended = await Promise.race([
    once(child, 'exit').then(([code]) => code === 0),
    once(child, 'error').then(() => false),
  ]).catch(() => false)
  child.unref()
  return ended
}
