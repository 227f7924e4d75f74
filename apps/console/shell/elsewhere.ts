import { redirectDocument, type RouteObject } from 'react-router'

/** Pages of the other build, the visitors' or the agency's: the browser loads them whole. */
export const elsewhere = (path: string): RouteObject => ({
  path,
  loader: ({ request }) => redirectDocument(request.url),
})
