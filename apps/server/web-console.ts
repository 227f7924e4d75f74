import { join } from 'node:path'
import type { WebApp } from '../../platform/http/index.ts'
import { paths } from '../console/paths.ts'
import { waysIn } from '../console/ways-in.ts'

const path = '/console'
/** Pages of the agency that need no session. */
const openPages = ['/gone', '/desktop']

/** The sign-in for a visitor without a session, who would read the agency's pages only to be led there. */
export const signInFor = (url: string, cookies = ''): string | undefined => {
  const wanted = url.slice(path.length)
  if (cookies.includes('atelier.session_token=') || openPages.includes(wanted.split('?', 1)[0]!)) return undefined
  return path + paths.signIn(wanted.startsWith('/') ? wanted : `/${wanted}`)
}

/** The web console, as bin/build leaves it. */
export const webConsole: WebApp = {
  path,
  folder: join(import.meta.dirname, '../../dist/console'),
  parts: { portal: new Set(['/portal', ...waysIn.map((way) => `/${way.split('/')[0]!}` as const)]) },
  insteadOf: ({ url, headers }) => signInFor(url, headers.cookie),
}
