import { baseAddressOf, type Fetcher } from '../../../../platform/fetch/index.ts'
import { handle } from '../../../../platform/handler/index.ts'
import { scanGitAddress } from '../contract.ts'
import type { ImportScanParts } from '../record-scan.ts'
import { scanFetched } from '../scan-fetched.ts'

const wrongAddress = {
  path: 'url',
  message:
    'has to be a public https address without user, query or fragment, such as https://git.example.com/acme/shop',
  rule: 'address',
}

export default (parts: ImportScanParts & { readonly fetcher: Fetcher }) =>
  handle(scanGitAddress, ({ body, invalid, ...context }) => {
    const url = baseAddressOf(body.url.trim(), parts.fetcher)
    if (url === undefined) return invalid([wrongAddress])
    // Some servers answer only at the one, and redirect from the other, which the server does not follow.
    const urls = url.endsWith('.git') ? [url] : [`${url}.git`, url]
    const places = urls.map((one) => ({ url: one }))
    return scanFetched(parts, context, { places, branch: body.branch, from: { url } })
  })
