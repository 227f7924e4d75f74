import { html, type Page } from '../../../platform/pages/index.ts'

/** The page at the address of the server itself. */
export const startPage: Page = {
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
