import { domain } from '../../domain.ts'
import { type MovedPage, html, type Page } from '../../../platform/pages/page.ts'

/** The page at the server's own address, and where links of earlier letters lead. */
export default domain({ name: 'pages', pages: () => [startPage, ...movedPages] })

const paths = ['/join', '/join-portal', '/reset-password', '/verify-email', '/open', '/letters'] as const

/**
 * Redirects for links of older letters, from before the console had these pages: invitations hold for days, a link to
 * switch letters off permanently.
 */
const movedPages: readonly MovedPage[] = paths.map((path) => ({ path, to: `/console${path}` }))

/** The page at the address of the server itself. */
const startPage: Page = {
  path: '/',
  content: () => ({
    title: 'Atelier',
    heading: 'Atelier is running here',
    text: html`It runs an agency’s delivery: agents change a codebase, people approve, clients see what was approved.
      Open the console, log in on the command line with <code>bin/atelier login</code>, or call the API with a key. If
      you were invited, open the link in your invitation.`,
    links: [
      ['/console', 'Open the console'],
      ['/docs', 'Read the API reference'],
      ['/v1/api/openapi.json', 'Download the OpenAPI document'],
    ],
  }),
}
