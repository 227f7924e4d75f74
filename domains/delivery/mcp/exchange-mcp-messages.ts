import { handle } from '../../../platform/handler/index.ts'
import type { OwnApi } from '../../../platform/handler/own-api.ts'
import type { EveryDomain } from '../../every-domain.ts'
import { answerMessage } from './answer-message.ts'
import { callerApi } from './caller-api.ts'
import { batchMost, exchangeMcpMessages } from './protocol.ts'

export interface McpParts {
  readonly ownApi: OwnApi
  readonly everyDomain: Pick<EveryDomain, 'operations'>
  readonly linkTo: (path: string) => string
}

export default ({ ownApi, everyDomain, linkTo }: McpParts) =>
  handle(exchangeMcpMessages, async ({ body, query, caller, header, signal, fail, ok }) => {
    // A browser adds its cookie to the requests of any page; a key is sent on purpose.
    if (!caller.bound) return fail.keyNeeded()
    if (query.access_token !== undefined) return fail.tokenInAddress()
    const origin = header('origin')
    if (origin !== undefined && origin !== new URL(linkTo('/')).origin) return fail.foreignOrigin()
    if (Array.isArray(body) && body.length > batchMost) return fail.batchTooLarge()
    const api = callerApi(ownApi, { header, signal })
    return ok(async (response) => {
      const { operations } = everyDomain
      const answer = await answerMessage({ body, header, signal }, { api, operations, linkTo, signal })
      response.writeHead(answer.status, Object.fromEntries(answer.headers))
      response.end(await answer.text())
    })
  })
